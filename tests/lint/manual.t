#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The manual and the built-in help speak of the same things: each command is somewhere a .Cm and
# each option an .It Fl of pithtex.1, and the other way round; mandoc finds nothing to say about
# any page.

. "$(dirname "$0")/lint.sh"

page=$TOP/doc/pithtex.1
[ -f "$page" ] || skip_all "no pithtex.1"
[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"

# verbs PROGRAM: the names of the commands, of one word or two.  Each begins an indented line of
# the help; where it ends, the usage line of its own help says.
verbs() {
	"$1" help | sed -n 's/^  *\([a-z][a-z-]* *[a-z-]*\).*/\1/p' | while read -r one two; do
		"$1" help "$one" ${two:+"$two"} 2>"$BOX/null" </dev/null
	done | sed -n 's/^usage: [^ ]* \([a-z][a-z -]*[a-z]\).*/\1/p' | sort -u
}

# help PROGRAM VERB: what the program says of a command.  The words of VERB are split.
# shellcheck disable=SC2086
help() { "$1" help $2 </dev/null; }

# options PROGRAM: the long options that begin an indented line of a help.
options() {
	while read -r verb; do
		help "$1" "$verb"
	done <"$BOX/verbs" |
		sed -n 's/^  *\(-[A-Za-z0-9],* *\)\{0,1\}--\([a-z][a-z0-9-]*\).*/\2/p' | sort -u
}

# marked MACRO PAGE: what stands behind a macro, words in a row as one; for Fl only in items.
marked() {
	awk -v macro="$1" '
	function flush() {
		if (text != "")
			print text
		text = ""
	}
	/^\./ && (macro != "Fl" || /^\.It /) {
		sub(/^\./, "")
		on = 0
		for (i = 1; i <= NF; i++) {
			if ($i == macro)
				on = 1
			else if (on && macro == "Cm" && $i ~ /^[a-z][a-z-]*$/)
				text = text (text == "" ? "" : " ") $i
			else if (on && macro == "Fl" && $i ~ /^-[a-z]/)
				print substr($i, 2)
			else {
				on = 0
				flush()
			}
		}
		flush()
	}' "$2" | sort -u
}

# check PROGRAM PAGE.  A .Cm that heads an item is a command, or a word of a help (a key's role).
check() {
	verbs "$1" >"$BOX/verbs"
	options "$1" >"$BOX/options"
	while read -r verb; do
		echo "$verb"
		help "$1" "$verb" | tr -cs 'a-z-' '\n'
	done <"$BOX/verbs" | sort -u >"$BOX/words"
	[ -s "$BOX/verbs" ] || echo "the help names no command"
	marked Cm "$2" | comm -23 "$BOX/verbs" - | sed 's/$/: a command without .Cm/'
	marked Fl "$2" | comm -23 "$BOX/options" - | sed 's/.*/--&: an option without .It Fl/'
	marked Fl "$2" | comm -13 "$BOX/options" - | sed 's/.*/--&: not in the help/'
	grep -E '^\.(It|Ss) ' "$2" >"$BOX/heads"
	marked Cm "$BOX/heads" | comm -13 "$BOX/words" - | sed 's/$/: a .Cm not in the help/'
}

clean "pithtex.1 and the help agree" check "$PITHTEX" "$page"

plant fake <<'END'
#!/bin/sh
case $*: in
help:) printf 'usage: fake COMMAND\n\n  pack  put in\n  key new  make one\n  read  take out\n' ;;
'help pack'*) printf 'usage: fake pack [options] FILE\n\n  -q, --quiet  x\n  --level N  hard\n' ;;
'help read'*) printf 'usage: fake read [options] FILE\n\n      --json  for machines\n' ;;
'help key new'*) printf 'usage: fake key new [options]\n' ;;
*) exit 2 ;;
esac
END
plant fake.1 <<'END'
.Dd January 1, 2026
.Bl -tag
.It Fl -json
.It Cm pack Ar file
.It Cm key Cm new Op Ar file
.It Fl q , Fl -quiet
.It Fl -loud
.It Cm squash
.El
The option
.Fl -level
is explained nowhere.
END
chmod +x "$BAD/fake"
caught '^read: a command without' "a command without text is found" check "$BAD/fake" "$BAD/fake.1"
like out '^--level: an option without' "an option without text is found"
like out '^--loud: not in the help$' "a text without option is found"
like out '^squash: a .Cm not in the help$' "a text without command is found"
unlike out 'pack|key|quiet|json' "what agrees is not"

if command -v mandoc >/dev/null; then
	silent() { mandoc -T lint -W warning "$@"; }
	clean "mandoc is silent" silent "$TOP"/doc/*.[1-9]
	caught 'WARNING|ERROR' "a faulty page is found" silent "$BAD/fake.1"
else
	echo "# no mandoc"
fi

done_testing
