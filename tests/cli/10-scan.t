#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What an .aux file asks for: every shape of record, every hostile file.  The numbers are not in
# any cache, so a number that was read shows as "not in the cache".

. "$(dirname "$0")/../lib.sh"

# A count would be lost in a pipe, so what cannot stand in a here-document goes through a file.
A=RWK3IB5D7755ZZZJPVXAV33O77 B=QVJLU2XL6QPRVRKFFVZUINAMO6

# scan STATUS WANTED NAME: resolve paper.aux, made from standard input; WANTED are the spellings
# that were read, in order.
scan() {
	cat >paper.aux
	rm -rf paper.pith*
	exits "$1" "$3: status" "$PITHTEX" resolve paper
	is "$(python <<'END'
import json, os
if os.path.exists("paper.pith.json"):
    print(" ".join(m["typed"] for m in json.load(open("paper.pith.json"))["mentions"]))
END
)" "$2" "$3"
}

need_python

scan 1 "$A $B" "records at column 0, each spelling once" <<END
\\relax
\\pithnumber{$A}
\\pithref{$B}
\\pith@number{$A}
\\gdef \\@abspage@last{1}
END
scan 1 "$A" "white space and one line end before the brace" <<END
\\pithnumber   
  {$A}
END
scan 1 "$A" "outer white space and a line end inside are trimmed" <<END
\\pithnumber{ $A
}
END
scan 2 "" "a line end inside is white space, which is refused" <<END
\\pithnumber{RWK3IB5D7755
ZZZJPVXAV33O77}
END
like err '^pithtex: paper\.aux:1: .*character 13 is U\+000A' "the place is named"
scan 0 "" "comments, arguments, definitions and longer names are no records" <<END
% \\pithnumber{$A}
  \\pithnumber{$A}
\\newlabel{x}{{\\pithnumber{$A}}{1}}
\\providecommand\\pithnumber[1]{}
\\gdef\\pithref#1{}
\\pithnumbers{$A}
\\pith@number@old{$A}
\\string\\pithnumber{$A}
END
scan 1 "$A" "only the first record of a line counts, and that is said" <<END
\\pithnumber{$A}\\pithnumber{$B}
END
like err 'text after the closing brace' "text behind a record"
scan 1 "" "a { inside cuts a record" <<END
\\pithnumber{RWK3{IB5D}}
END
like err 'record cut' "a cut record is a finding"
printf '\\relax \n\\pithnumber{RWK3IB5D' >in
scan 1 "" "a record cut by the end of the file" <in
printf '\357\273\277\\relax \r\n\\pithnumber{%s}\r\n\\pithref{%s}' $A $B >in
scan 1 "$A $B" "a byte order mark, CR LF, no end of the last line" <in
printf '\\relax \r\\pithnumber{%s}\r' $A >in
scan 1 "$A" "lone CR" <in
printf '\\relax \n\\pithnumber{RWK3\0IB5D}\n' >in
scan 2 "" "a NUL inside is refused by name" <in
like err 'character 5 is U\+0000' "the NUL is named"
printf '' >in
scan 0 "" "an empty file" <in
scan 2 "" "all malformed numbers are listed, in order" <<END
\\pithnumber{0$A}
\\pithref{$A}
\\pithref{caf^^e9}
END
is "$(grep -c '^pithtex: paper\.aux:[13]: ' err)" 2 "both of them"
is "$(ls paper.pith* 2>/dev/null)" paper.pith.dep "nothing but the dependency file is written"

# TeX's ^^ notation is decoded once.
scan 1 "$A" "hats" <<END
\\pithnumber{^^52WK3IB5D7755ZZZJPVXAV33O7^^^^0037}
END

# Nested files: spaces, quotes, below, twice, in a circle, missing.
mkdir -p "ch two/deep" outside
printf '\\@input{b.aux}\n\\@input{paper.aux}\n\\pithref{%s}\n' $B >"ch two/one.aux"
printf '\\pithref{pith:%s}\n' $B >"ch two/deep/two.aux"
scan 1 "pith:$B $B $A" "\\@input is followed from the folder of the paper" <<END
\\@input{"ch two/deep/two".aux}
\\@input{ch two/one.aux}
\\@input{ch two/../ch two/one.aux}
\\@input{./ch two/one.aux}
\\@input{missing.aux}
\\pithnumber{$A}
END
like err 'paper\.aux:3: .*outside the folder' "a name with .. is not opened"
like paper.pith.dep '^M missing\.aux$' "what is missing is a dependency"
like paper.pith.dep '^I ch two/deep/two\.aux$' "what was read is a dependency"

# Nothing outside of the paper's folder is opened, whatever leads there.
if command -v strace >/dev/null; then
	echo "\\pithref{$B}" >"$BOX/secret.aux"
	ln -s "$BOX/secret.aux" link.aux
	mkfifo fifo.aux
	cat >paper.aux <<END
\\@input{/dev/stdin}
\\@input{$BOX/secret.aux}
\\@input{../secret.aux}
\\@input{link.aux}
\\@input{fifo.aux}
\\@input{outside}
\\pithnumber{$A}
END
	exits 1 "hostile names end" \
		timeout 5 strace -f -o trace -e trace=openat,open "$PITHTEX" resolve paper
	unlike trace 'secret|/dev/stdin|fifo' "none of them was opened"
	is "$(grep -c '; not read' err)" 6 "each is a finding"
fi

# The reference set: none crashes, hangs or opens what it should not.
if [ -d "${PITHTEX_SHARED:-/nonexistent}/adversarial/aux" ]; then
	mkdir hostile
	cp "$PITHTEX_SHARED"/adversarial/aux/*.aux hostile
	for f in hostile/*.aux; do
		timeout 20 "$PITHTEX" resolve -q --no-files "$f" >out 2>err
		s=$?
		case ${f#hostile/} in
		ok.aux | no-final-newline.aux | crlf.aux | cr-only.aux | bom.aux | twice.aux | \
			in-comment.aux | prefix-macro.aux | in-argument.aux | input-missing.aux | \
			cut-midline.aux | input-self.aux | input-absolute.aux | input-dotdot.aux | \
			input-fifo.aux | many.aux | nested.aux | unbalanced-*.aux) want=1 ;;
		empty.aux | relax-only.aux | binary.aux | input-loop-?.aux) want=0 ;;
		*) want=2 ;;
		esac
		is "$s" $want "${f#hostile/}"
	done
	for f in ok twice in-comment in-argument prefix-macro; do
		is "$(grep -c '^\\PithEntry' hostile/$f.pith.tex)" 1 \
			"$f: A once, COMMENT and NOT never"
	done
	unlike hostile/prefix-macro.pith.tex 'NOT|COMMENT' "no longer name is taken for a record"
fi

done_testing
