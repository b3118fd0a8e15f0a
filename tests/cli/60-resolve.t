#!/bin/sh
# SPDX-License-Identifier: MIT
#
# resolve: from what a paper names to all that is written for it; when it writes, what it
# remembers, what it does not believe.

. "$(dirname "$0")/../lib.sh"
need_python

R=RE7YA4NUEPAVNSZTI7K5XFZRCI Q=QVJLU2XL6QPRVRKFFVZUINAMO6 N=N77MMWQTCXFRRTZRP4BUNYILJT
pithtex() { "$PITHTEX" "$@"; }
count() { find "$1" -mindepth 1 -maxdepth 1 | wc -l; }
aux() { { printf '\\relax \n'; cat; printf '\\gdef \\@abspage@last{1}\n'; } >"$1.aux"; }
# what EXPR: of the report of paper, as m, the mention of each spelling.
what() { python <<END
import json
d = json.load(open("paper.pith.json"))
m = {x["typed"]: x for x in d["mentions"]}
print($1)
END
}
ok pithtex cache add -q "$BUILD"/bundles/*.tar.gz

# --- a paper with every kind of mention ---

aux paper <<END
\\pithnumber{$R}
\\pithref{pith:qvjlu2xl}
\\pithref{arXiv:1410.0929}
\\pithref{pith:2015:$N}
\\pithref{RWK3IB5D7755ZZZJPVXAV33O77}
\\pithref{10.1000/182}
END
exits 1 "findings" pithtex resolve paper
is "$(what 'm["'$R'"]["state"], m["'$R'"]["kind"]')" "good number" "the own number"
is "$(what 'm["pith:qvjlu2xl"]["number"]')" pith:2017:$Q "a short form in small letters"
is "$(what 'm["arXiv:1410.0929"]["state"]')" good "an arXiv id"
is "$(what 'm["pith:2015:'$N'"]["words"]')" "year does not match" "a wrong year"
is "$(what 'm["RWK3IB5D7755ZZZJPVXAV33O77"]["words"]')" "not in the cache" "an absent one"
is "$(what 'm["10.1000/182"]["state"]')" absent "a DOI selects nothing"
like err 'paper\.aux:5: .*year does not match: the record is of 2017' "file, line, reason"
like err 'paper\.aux:6: .*not in the cache: fetch it' "what to do"

golden paper.pith.tex resolve/paper.pith.tex
golden paper.pith.json resolve/paper.pith.json
golden paper.pith/metadata.xmp resolve/metadata.xmp
golden paper.pith/metadata.xmpdata resolve/metadata.xmpdata
golden paper.pith/$R.svg resolve/$R.svg
is "$(count paper.pith)" 7 "a badge for each number that has a suffix"
is "$(LC_ALL=C tr -d '\n -~' <paper.pith.tex | wc -c)" 0 "the data file is printable ASCII"
unlike paper.pith.tex '%' "without a percent sign"
if command -v xmllint >/dev/null; then
	ok xmllint --noout paper.pith/metadata.xmp paper.pith/*.svg
fi

# --- exit status, --strict, --json, --no-files, --out, --dir, --log ---

exits 2 "--strict turns 1 into 2" pithtex resolve --strict paper
exits 1 "--json is the report" pithtex resolve --json -q paper
same out paper.pith.json "to the byte"
cp paper.aux other.aux
exits 1 "names of one's own" pithtex resolve --out o.tex --deps o.dep --log o.log --dir o.d other
for f in o.tex o.dep o.log o.d/metadata.xmp other.pith.json; do ok test -s $f; done
mkdir "two
lines"
exits 1 "a cache with a line end in its name" pithtex resolve --cache "two
lines" --out o.tex --deps o.dep --dir o.d other
like err 'two.u.a.lines.*left out of o\.dep' "is left out of the dependencies, and told"
same o.tex paper.pith.tex "the same data under another name"
like o.log 'other\.aux:6: .*not in the cache' "the log has what was said"
exits 1 "no folder" pithtex resolve --no-files other
ok test ! -e other.pith
printf '\\pithnumber{%s}\n' $R >good.aux
exits 0 "all good" pithtex resolve good.tex
is "$(cat out)" "$(printf '+ pith:2016:%s  signature verified\n    %s\n1 of 1 verified' $R \
	'On an analogue of the Markov equation for exceptional collections of length 4')" \
	"the screen"
exits 2 "no .aux" pithtex resolve nosuch
like err 'nosuch\.aux: .*; run LaTeX first' "says what to do"
like nosuch.pith.dep '^M nosuch\.aux$' "and is waited for"
exits 2 "a bare paper" pithtex paper
like err 'pithtex resolve paper' "is told how"

# --- only when bytes change ---

stamp() { find paper.pith* -type f -exec stat -c '%n %y %i' {} + | sort; }
before=$(stamp)
sleep 0.1
exits 1 "a second run" pithtex resolve -vv paper
is "$(stamp)" "$before" "touches no file"
like err 'signature checks: 0$' "and verifies nothing again"
like err 'verdict remembered' "since it remembers"
is "$(find "$XDG_CACHE_HOME/pithtex" -type f ! -perm 600 | wc -l)" 0 "in files of mode 0600"

# What is remembered belongs to the keys: another key ring verifies again.
ok pithtex key add -q "$TOP/bundles/tests/keys/test-registry.json"
exits 1 "after a key was added" pithtex resolve -vv paper
unlike err 'signature checks: 0$' "all is verified again"

# No memory, no harm.
chmod 000 "$XDG_CACHE_HOME"
exits 1 "a memory that cannot be written" env XDG_CACHE_HOME=/dev/null/x "$PITHTEX" resolve paper
chmod 700 "$XDG_CACHE_HOME"

# A number that is mentioned no more loses its badge; foreign files stay.
echo mine >paper.pith/notes.txt
echo mine >paper.pith/AAAA.svg
aux paper <<END
\\pithnumber{$R}
END
exits 0 "fewer mentions" pithtex resolve paper
is "$(find paper.pith -type f | sed 's/.*\///' | LC_ALL=C sort | tr '\n' ' ')" \
	"AAAA.svg $R.svg metadata.xmp metadata.xmpdata notes.txt " \
	"only badges of numbers are removed"

# --- a failure leaves all as it was, and what to wait for ---

before=$(find paper.pith paper.pith.tex paper.pith.json -type f -exec sha256sum {} +)
printf '\\pithref{0000}\n' >ch.aux
printf '\\@input{ch.aux}\n\\pithnumber{%s}\n' $Q >paper.aux
exits 2 "a malformed number in a chapter" pithtex resolve --log paper.err paper
is "$(find paper.pith paper.pith.tex paper.pith.json -type f -exec sha256sum {} +)" "$before" \
	"no output is changed"
like paper.pith.dep '^I ch\.aux$' "the chapter is a dependency"
like paper.err '^pithtex: ch\.aux:1: .0000.: not a Pith Number: character 1 is "0"' \
	"the log has the reason"

# --- what lies beside a paper is not believed ---

mkdir -p hostile/bundles/RE
cp "$BUILD/bundles/$Q.tar.gz" hostile/bundles/RE/$R.tar.gz
cp -r "$XDG_CACHE_HOME/pithtex/verdicts" hostile/bundles/verdicts
cp -r "$XDG_DATA_HOME/pithtex/index" hostile/bundles/index
cp "$TOP"/bundles/tests/keys/*.json hostile/bundles/
printf '\\pithnumber{%s}\n' $R >hostile/paper.aux
mv "$XDG_DATA_HOME/pithtex/bundles" away
exits 1 "another bundle under the number's name" pithtex resolve hostile/paper
like err 'the file has the name of another number' "is wrong"
mkdir -p hostile/bundles/XA
X=XAEHK5CJ4V3DE2XTZOGOMA3LIE
ok pithtex pack -q -o hostile/bundles/XA/$X.tar.gz "$TOP/bundles/tests/signed"
printf '\\pithnumber{XAEHK5CJ4V3DE2XTZOGOMA3LIE}\n' >hostile/paper.aux
rm -rf "$XDG_CONFIG_HOME"
exits 1 "a key beside a paper" pithtex resolve hostile/paper
like err 'record intact, not signed' "is not trusted"
rm -rf hostile/bundles
: >hostile/bundles
exits 1 "a file where a folder of bundles could be" pithtex resolve hostile/paper
mv away "$XDG_DATA_HOME/pithtex/bundles"

# --- ambiguous names ---

# Two made-up records whose suffixes share eight letters are hard to come by; two caches with one
# arXiv id in two versions are not.
python "$TOP/bundles/tests/signed/bundle.json" <<'END'
import base64, hashlib, json, sys
b = json.load(open(sys.argv[1]))
r = b["canonical_record"]
r["source"]["version"] = 2
c = json.dumps(r, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
d = hashlib.sha256(c).digest()
n = "pith:2018:" + base64.b32encode(d)[:26].decode()
json.dump({"bundle_type": "pith_open_graph_bundle", "canonical_record": r, "pith_number": n,
           "canonical_sha256": d.hex()}, open("bundle.json", "w"))
END
exits 1 "another version of one paper" pithtex cache add --cache v bundle.json
exits 1 "beside the first" pithtex cache add --cache w "$TOP/bundles/tests/signed/bundle.json"
printf '\\pithref{arXiv:9912.00010}\n' >paper.aux
exits 1 "an id that names two records in two caches" pithtex resolve --cache v --cache w paper
is "$(what 'm["arXiv:9912.00010"]["words"]')" "names several records" "is never a guess"
like err 'fits pith:[A-Z2-7]{26} and pith:[A-Z2-7]{26}' "both are named"
printf '\\pithref{arXiv:9912.00010v2}\n' >paper.aux
exits 1 "with its version it names one" pithtex resolve --cache v --cache w paper
is "$(what 'm["arXiv:9912.00010v2"]["state"]')" unsigned "and that is judged"

# A small l is the letter L.
printf '\\pithref{pith:2016:RE7YA4NUEPAVNSZTl7K5XFZRCl}\n' >paper.aux
exits 1 "l for I" pithtex resolve paper
like err 'with I it would be pith:RE7YA4NUEPAVNSZTI7K5XFZRCI' "is hinted at, not repaired"

# --- hostile titles reach no output raw ---

python "$TOP/bundles/tests/signed/bundle.json" <<'END'
import json, sys
b = json.load(open(sys.argv[1]))
t = "\\input{/etc/passwd}^^5c 100% \u202e \u017d \x1b[31m $x_1$ #&~{}\x00".replace("\x00", "")
json.dump({"record_type": "pith_number_record", "paper": {"title": t}}, open("record.json", "w"))
b["canonical_record"]["metadata"].pop("title_canon_sha256")
import base64, hashlib
r = b["canonical_record"]
c = json.dumps(r, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
d = hashlib.sha256(c).digest()
n = "pith:2018:" + base64.b32encode(d)[:26].decode()
json.dump({"bundle_type": "pith_open_graph_bundle", "canonical_record": r},
          open("bundle.json", "w"))
open("n", "w").write(n)
END
exits 1 "a hostile title" pithtex pack -q -o evil.tar.gz bundle.json record.json
exits 1 "in the cache" pithtex cache add --cache evil evil.tar.gz
printf '\\pithnumber{%s}\n' "$(cat n)" >paper.aux
exits 1 "in a paper" pithtex resolve --cache evil paper
like paper.pith.tex '\\textbackslash\{\}input\\\{/etc/passwd\\\}(\\textasciicircum\{\}){2}5c$' \
	"a command is text for TeX"
# shellcheck disable=SC2016
like paper.pith.tex \
	'^100\\pithchar\{0025\} \? \\pithchar\{017D\} \?\[31m \\\$x\\pithchar\{005F\}1\\\$ ' \
	"so is the rest"
unlike out "$(printf '\033')" "no escape sequence on the screen"
is "$(what 'm[open("n").read()]["title"].encode("ascii", "backslashreplace").decode()')" \
	"\\input{/etc/passwd}^^5c 100% \\u202e \\u017d $(printf '\033')[31m \$x_1\$ #&~{}" \
	"exactly, in JSON"

# --- many at once ---

printf '\\pithnumber{%s}\n\\pithref{%s}\n' $R $Q >paper.aux
i=0
while [ $i -lt 16 ]; do
	i=$((i + 1))
	{ pithtex resolve -q paper || echo $? >>bad; } &
	{ pithtex cache add -q "$BUILD"/bundles/*.tar.gz || echo $? >>bad; } &
done
wait
ok test ! -e bad
cp paper.pith.tex one.tex
exits 0 "once more, alone" pithtex resolve paper
same paper.pith.tex one.tex "16 at once wrote the same"

# --- the same bytes on every machine ---

rm -rf a b && mkdir a b && cp paper.aux a && cp paper.aux b
ok pithtex resolve -q a/paper
(umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Tokyo SOURCE_DATE_EPOCH=1 pithtex resolve -q b/paper)
rm a/*.dep b/*.dep
ok diff -r a b

done_testing
