#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What needs no TeX of a submission: the badge of a PDF, the badge for a page, and arxiv with
# programs that only behave like TeX's.

. "$(dirname "$0")/../lib.sh"

R=RE7YA4NUEPAVNSZTI7K5XFZRCI Q=QVJLU2XL6QPRVRKFFVZUINAMO6
pithtex() { "$PITHTEX" "$@"; }
ok pithtex cache add -q "$BUILD/bundles/$R.tar.gz" "$BUILD/bundles/$Q.tar.gz"

# --- verify FILE.pdf ---

# pdf FILE PROPERTY VALUE...: bytes that begin as a PDF does and hold a packet.
pdf() {
	pdf_file=$1
	shift
	{
		printf '%%PDF-1.5\n\211PNG\n<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
		printf '<rdf:Description rdf:about="" xmlns:pith="%s">\n' \
			'urn:uuid:d3b9a1f2-7c4e-4d86-9a1b-0e6f2c8d4a70#'
		while [ $# -gt 1 ]; do
			printf '<pith:%s><rdf:Bag>\n<rdf:li>%s</rdf:li>\n</rdf:Bag></pith:%s>\n' \
				"$1" "$2" "$1"
			shift 2
		done
		printf '</rdf:Description>\n<?xpacket end="r"?>\n'
	} >"$pdf_file"
}
digest=$(gzip -dc "$BUILD/bundles/$R.tar.gz" | sha256sum | sed 's/ .*//')
claims() {
	pdf "$1" pithNumber "pith:2016:$R" bundleDigest "pith:2016:$R sha256:$2" \
		checked "pith:2016:$R $3"
}
# No qpdf: these are no whole PDFs.
mkdir bin
plain() { PATH=$T/bin "$PITHTEX" verify "$@"; }

claims good.pdf "$digest" 'signature&#x20;verified'
exits 0 "a claim that holds" plain good.pdf
like out "pass  number +pith:2016:$R  signature verified, here too, for the same bundle" "one line"
like out 'good: what the badge claims holds here' "and what that makes"
claims digest.pdf "$(echo "$digest" | tr 0-9a-f 1-9a-f0)" 'signature verified'
exits 1 "another bundle" plain digest.pdf
like err 'here: another bundle, signature verified' "is told"
claims words.pdf "$digest" 'record intact, not signed'
exits 1 "other words" plain words.pdf
like err 'claimed: record intact, not signed; here: signature verified' "are told"
pdf bare.pdf pithNumber "pith:2016:$R"
exits 1 "nothing claimed" plain bare.pdf
like err 'no result of a check is claimed' "is told"
pdf twice.pdf pithNumber "pith:2016:$R" bundleDigest "pith:2016:$R sha256:$digest" \
	checked "pith:2016:$R signature verified" checked "pith:2016:$R does not match"
exits 1 "two claims about one number" plain twice.pdf
pdf stray.pdf checked "pith:2016:$R signature verified"
exits 1 "a claim about no number" plain stray.pdf
like err 'no Pith Number in its metadata' "is told"
pdf markup.pdf pithNumber '<b>x</b>'
exits 2 "markup in a value" plain markup.pdf
pdf escape.pdf pithNumber "$(printf 'pith:2016:\033[31m')"
exits 1 "a terminal's control character" plain escape.pdf
unlike err "$(printf '\033')" "is masked"
{ cat good.pdf && claims x.pdf "$digest" 'does not match' && cat x.pdf; } >both.pdf
exits 2 "two packets that differ" plain both.pdf
like err 'several packets that differ' "are told"
printf '%%PDF-1.5\n' >empty.pdf
exits 2 "no packet in the open" plain empty.pdf
like err 'cannot read.*qpdf is not installed' "is told"
exits 1 "in order, with others" plain --json good.pdf "$BUILD/bundles/$Q.tar.gz" words.pdf
if [ -x /usr/bin/python3 ]; then
	python >got 2>&1 <<'END'
import json
d = json.load(open("out"))
print([f["verdict"] for f in d["files"]], d["status"], d["files"][2]["claims"][0]["here"])
END
	is "$(cat got)" "['good', 'good', 'wrong'] 1 signature verified" "JSON"
fi

# --- show --embed ---

exits 0 "embed" pithtex show --embed pith:2016:$R
like out "^<svg .*https://pith\.science/pith/$R.*</svg>\$" "HTML: one element on one line"
like out "^\[!\[Pith Number pith:2016:$R: signature verified\]\($R\.svg\)\]\(https://pith\.sc" \
	"Markdown"
sed -n '/^<svg/p' out >one.svg
if command -v xmllint >/dev/null; then
	ok xmllint --noout one.svg
fi
exits 1 "embed: unsigned" pithtex show --embed "$TOP/bundles/tests/unsigned/bundle.json"
like out 'record intact, not signed' "says so in words"
exits 0 "embed: JSON" pithtex show --embed --json $R
like out '"markdown": "\[!\[Pith' "has both"

# --- arxiv, with programs that only behave like TeX's ---

for tool in cat cp mkdir rm sed sh sleep; do ln -s "$(command -v $tool)" bin; done
cat >bin/kpsewhich <<'END'
#!/bin/sh
echo /nonexistent
END
# It reads what words `read: NAME' in the main file name, and writes a page.
cat >bin/pdflatex <<'END'
#!/bin/sh
out=.
for main; do
	case $main in -output-directory=*) out=${main#*=} ;; esac
done
job=${main%.tex}
[ -z "$HANG" ] || sleep 30
{
	echo "INPUT $main"
	sed -n 's/^read: /INPUT /p' "$main"
} >"$out/$job.fls"
{
	echo "This is pdfTeX"
	sed -n 's/^say: //p' "$main"
	echo "Output written on $job.pdf (1 page, 9 bytes)."
} >"$out/$job.log"
sed -n 's/^aux: //p' "$main" >"$out/$job.aux"
echo %PDF-1.5 >"$out/$job.pdf"
for file in $(sed -n 's/^need: //p' "$main"); do
	[ -f "$file" ] && continue
	echo "./$main:1: LaTeX Error: File $file not found." >>"$out/$job.log"
	exit 1
done
exit 0
END
chmod +x bin/kpsewhich bin/pdflatex
arxiv() { PATH=$T/bin HANG=${HANG-} "$PITHTEX" arxiv "$@"; }

mkdir paper && cd paper || exit 99
{ echo 'read: ./a.sty' && echo 'read: sub/../b.tex' && echo 'need: a.sty'; } >p.tex
echo own >a.sty && echo b >b.tex
exits 0 "a paper" arxiv -o "$T/p.tar.gz" p
is "$(tar -tzf "$T/p.tar.gz" | tr '\n' ' ')" "a.sty b.tex p.tex " "what was read"
is "$(tar -tvzf "$T/p.tar.gz" | sed -n 's/^\(.*\) p\.tex/\1/p' | tr -s ' ')" \
	"-rw-r--r-- 0/0 $(wc -c <p.tex | tr -d ' ') 1980-01-01 00:00" "no owner, no date"
exits 1 "a file that is needed and not read" sh -c 'echo "need: c.dat" >>p.tex; touch c.dat
	PATH='"$T"'/bin "$PITHTEX" arxiv -o q.tar.gz p'
like err 'rejected: rehearsal: \./p\.tex:1: LaTeX Error: File c\.dat' "fails in the rehearsal"
ok [ ! -e q.tar.gz ]
printf 'read: /etc/passwd\n' >abs.tex
exits 1 "a file from elsewhere" arxiv abs
like err 'rejected: outside: /etc/passwd' "is not sent"
printf 'aux: \\pithnumber{no number}\n' >bad.tex
exits 1 "a malformed number" arxiv bad
like err 'rejected: numbers: .*malformed' "is told"
printf 'aux: \\pithnumber{%s}\n' $R >own.tex
exits 1 "numbers and no data file" arxiv own
like err 'rejected: numbers: TeX finds no own\.pith\.tex' "are told"
printf 'aux: \\bibdata{refs}\n' >bib.tex
exits 1 "a bibliography and no .bib" arxiv bib
like err 'rejected: bib: refs\.bib' "is told"

# Names: what arXiv takes, and nothing else.
printf 'x' >'f=1+2,3_a-b.sty'
printf 'read: f=1+2,3_a-b.sty\n' >names.tex
exits 0 "every character that arXiv takes in a name" arxiv -o "$T/names.tar.gz" names
is "$(tar -tzf "$T/names.tar.gz" | tr '\n' ' ')" "f=1+2,3_a-b.sty names.tex " "is in the archive"
for name in 'a b' 'a~b' 'a#b' 'a(b)' "$(printf 'caf\303\251')" 'a:b' "a'b"; do
	printf 'x' >"$name.sty"
	printf 'read: %s.sty\n' "$name" >names.tex
	exits 1 "a name that it does not take: $name" arxiv -o "$T/none.tar.gz" names
	like err 'rejected: name: .*use A-Z a-z 0-9 _ \+ - \. , =$' "is told"
	ok [ ! -e "$T/none.tar.gz" ]
done

# What the author tells arXiv's service, and what this is for.
printf 'read: a.sty\n' >told.tex
told() {
	told_status=$1 told_text=$2
	shift 2
	printf '%s\n' "$told_text" >00README.json
	exits "$told_status" "00README.json: $told_text $*" arxiv "$@" told
}
told 0 '{"spec_version": 1, "sources": [{"filename": "told.tex", "usage": "toplevel"}]}'
like out '^00README\.json .*what you tell' "goes along"
told 0 '{"texlive_version": 2023}' --json
like out '"texlive": ?2023' "the year is taken from there"
unlike err 'choose' "and need not be told to choose it"
told 1 '{"texlive_version": 2023}' --texlive 2025
like err 'rejected: readme: .*asks for TeX Live 2023, and this is for 2025' "is told"
told 1 '{"process": {"compiler": "xelatex"}}' --engine pdflatex
like err 'asks for .xelatex., and this is for pdflatex' "is told"
told 1 '{"process": {"compiler": "platex"}}'
like err 'asks for .platex., and this is for pdflatex' "is told"
told 0 '{"process": {"compiler": "pdflatex"}}'
told 1 '{"sources": [{"filename": "p.tex", "usage": "toplevel"}]}'
like err 'names another main file than told\.tex' "is told"
told 1 '{"sources": [{"filename": "a.sty", "usage": "ignore"}]}'
like err 'tells arXiv to ignore a\.sty, which the paper reads' "is told"
told 1 '{"sources": [{"filename": "told.tex"}, {"filename": "z.tex"}]}'
like err 'names z\.tex, which the paper does not read' "is told"
told 0 '{"sources": [{"filename": "told.dvi", "orientation": "landscape"}]}'
unlike err readme "what is said of a file that TeX makes is arXiv's matter"
told 1 '{"sources": [{"filename": "told.dvi", "orientation": "sideways"}]}'
like err 'an orientation that is not known: sideways; arXiv refuses it' "but for what it refuses"
told 0 '{"sources": [{"filename": "nowhere.eps", "keep_comments": true}]}'
like err 'note: readme: .*names nowhere\.eps, which is not sent' "or for a file that is not sent"
mkdir more && echo seen >more/data.csv && echo secret >"$BOX/outside"
told 0 '{"sources": [{"filename": "more/data.csv", "usage": "include"}]}'
like out '^more/data\.csv .*00README\.json asks for it' "a file to be included goes along"
is "$(tar -xzOf told-arxiv.tar.gz more/data.csv)" seen "as it is"
told 0 '{"sources": [{"filename": "more/data.csv", "usage": "append"}]}'
like err 'note: toplevel: .*more/data\.csv is to be merged' "so does one to be appended"
told 1 '{"sources": [{"filename": "more/none.csv", "usage": "include"}]}'
like err 'rejected: readme: .*more/none\.csv is to be sent, but' "one that is not there is told"
ln -s "$BOX/outside" more/link && ln -s "$BOX" more/folder && mkfifo more/fifo
rm told-arxiv.tar.gz
for name in ./more/data.csv ../outside \
	"$BOX/outside" more/link more/folder/outside more more/fifo; do
	told 1 "{\"sources\": [{\"filename\": \"$name\", \"usage\": \"include\"}]}"
	like err 'rejected: readme: .*to be sent, but .*plain file in the paper' "is told: $name"
	ok [ ! -e told-arxiv.tar.gz ]
done
mkdir -p anc/pith && echo stray >anc/pith/stray
told 1 '{"sources": [{"filename": "anc/pith/stray", "usage": "include"}]}'
like err 'anc/pith/stray is to be sent, but' "nothing is put among what we make"
rm -r anc
told 0 '{"stamp": "no"}'
like err 'note: stamp: 00README\.json: asks for no stamp' "no is no"
parts='"engine": "xetex", "lang": "latex", "output": "pdf", "postp": "none"'
told 1 "{\"process\": {\"compiler\": {$parts}}}" --engine pdflatex
like err 'asks for .xelatex., and this is for pdflatex' "a compiler in parts is understood"
rm 00README.json told-arxiv.tar.gz
echo '{"stamp": false}' >elsewhere.json
ln -s elsewhere.json 00README.json
exits 2 "00README.json is a link" arxiv told
is "$(sed 's|/.*/||' "$T/err")" "pithtex: 00README.json: not a plain file but a link, a folder or \
a device: put the file itself there, or remove it" "is one line"
ok [ ! -e told-arxiv.tar.gz ]
rm 00README.json && mkdir 00README.json
exits 2 "or a folder" arxiv told
is "$(wc -l <"$T/err" | tr -d ' ')" 1 "is one line too"
rmdir 00README.json
told 1 '{"texlive": 2025}'
like err 'rejected: readme: .*not known: texlive; arXiv refuses it' "is told"
told 1 '{'
rm 00README.json
printf 'told.tex toplevelfile\nnostamp\n' >00README.XXX
exits 0 "00README.XXX" arxiv told
like err 'note: stamp: 00README\.XXX: asks for no stamp' "is read"
printf 'p.tex toplevelfile\n' >00README.XXX
exits 1 "00README.XXX: another main file" arxiv told
rm 00README.XXX
is "$(ls -A "$TMPDIR")" "" "no temporary folder stays"
exits 2 "no such paper" arxiv nothing
exits 2 "no such year" arxiv --texlive 1996 p
exits 2 "no such engine" arxiv --engine troff p
rm "$T/bin/pdflatex"
exits 2 "no TeX" arxiv p
like err 'pdflatex: cannot be run' "says so"
is "$(ls -A "$TMPDIR")" "" "and nothing stays of that either"

# An interrupt ends TeX, and our folder with it.
printf '#!/bin/sh\nexec sleep 60\n' >"$T/bin/pdflatex" && chmod +x "$T/bin/pdflatex"
PATH=$T/bin "$PITHTEX" arxiv p >"$T/out" 2>"$T/err" &
job=$!
for wait in 1 2 3 4 5 6 7 8 9 10; do
	[ -n "$(ls -A "$TMPDIR")" ] && break
	sleep "0.$wait"
done
kill -TERM $job
wait $job
is "$?" 143 "a signal ends it"
is "$(ls -A "$TMPDIR")" "" "and nothing stays"

done_testing
