#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a worse bundle, a misnamed file, another cache, a broken key or a foreign entry cannot do.

. "$(dirname "$0")/../lib.sh"
need_python

R=RE7YA4NUEPAVNSZTI7K5XFZRCI V=2V63MMXA4I2KSJBWPFMRNI3PCH
good=$BUILD/bundles/$R.tar.gz
pithtex() { "$PITHTEX" "$@"; }
paper() { printf '\\relax \n\\pithnumber{%s}\n\\gdef \\@abspage@last{1}\n' "$1" >paper.aux; }

# --- a worse verdict takes nobody's place ---

# The sample with one more event and without its receipt: it says more, and nobody signed it.
python "$TOP/bundles/samples/$R/bundle.json" <<'END'
import json, sys
b = json.load(open(sys.argv[1]))
json.dump(b, open("bundle.json", "w"), separators=(",", ":"))
b["events"].append({"event_type": "graph_snapshot", "target": "graph", "payload": {"n": 1},
                    "subject_pith_number": b["pith_number"]})
json.dump(b, open("more.json", "w"), separators=(",", ":"))
END
mkdir nokeys
ok pithtex cache add -q --cache c bundle.json
# Without the registry's key the larger one is unsigned, and so is what is there: it may replace.
exits 1 "more, unsigned, where all is unsigned" \
	env PITHTEX_KEYS="$T/nokeys" "$PITHTEX" cache add --cache n bundle.json more.json
like out 'more\.json: .*unsigned, added$' "replaces"
# A forged copy that says more does not.
sed 's/\("signature_b64":"\)../\1AA/' more.json >forged.json
exits 2 "more, forged" pithtex cache add --cache c forged.json
cp c/RE/$R.tar.gz kept
mkdir pk && cp forged.json pk/bundle.json
exits 1 "pack a forged one for the test" pithtex pack -q -o forged.tar.gz pk
mkdir -p d/RE && cp forged.tar.gz d/RE/$R.tar.gz
exits 0 "a good one where a forged one says more" pithtex cache add --cache d bundle.json
paper $R
exits 0 "is found and is good" pithtex resolve --cache d paper
same c/RE/$R.tar.gz kept "nothing was lost"

# --- a file under another number's name says nothing about it ---

mkdir -p m/2V && cp "$good" m/2V/$V.tar.gz
paper $V
exits 1 "a misnamed file" pithtex resolve --cache m paper
unlike paper.pith.tex $R "its number is nowhere in the data file"
unlike paper.pith.json $R "nor in the report"
unlike paper.pith/metadata.xmp $R "nor in the metadata"
ok test -f paper.pith/$V.svg
exits 1 "verify says so too" pithtex verify m
exits 1 "and show" pithtex show --cache m $V
exits 1 "and check" pithtex cache check --cache m
like err 'the file has the name of another number' "in the same words"

# --- caches keep their order; one that is good will do ---

ok pithtex cache add -q --cache one "$good"
ok pithtex cache add -q --cache two bundle.json
paper $R
ok pithtex resolve -q --cache one --cache two paper
like paper.pith.json 'On an analogue' "the first cache's title"
ok pithtex resolve -q --cache two --cache one paper
like paper.pith.json '"title": null' "the first cache has none"
rm two/RE/$R.tar.gz && ln -s nowhere two/RE/$R.tar.gz
exits 0 "a dangling link is not there" pithtex resolve --cache two --cache one paper
rm two/RE/$R.tar.gz && mkdir two/RE/$R.tar.gz
exits 0 "a folder is damaged, another cache is good" pithtex resolve --cache two --cache one paper
exits 0 "show takes what resolve takes" pithtex show --cache two --cache one $R

# --- the year that was typed ---

exits 1 "find" pithtex cache find --cache one pith:2099:$R
exits 1 "remove" pithtex cache remove --cache one pith:2099:$R
like err 'year does not match' "says why"
ok test -f one/RE/$R.tar.gz
exits 1 "show" pithtex show --cache one pith:2099:$R

# --- keys are dependencies ---

like paper.pith.dep "^I .*pith-mirrors\.json\$" "the shipped key"
like paper.pith.dep "^M $XDG_CONFIG_HOME/pithtex/keys/generation\$" "keys that may come"
ok pithtex key add -q "$TOP/bundles/tests/keys/test-registry.json"
ok test -s "$XDG_CONFIG_HOME/pithtex/keys/generation"
echo '{' >"$XDG_CONFIG_HOME/pithtex/keys/bad.json"
rm paper.pith.dep
exits 2 "a broken key" pithtex resolve paper
like paper.pith.dep 'keys/bad\.json$' "is what a build waits for"
like paper.pith.dep '^I paper\.aux$' "and the paper"
rm "$XDG_CONFIG_HOME/pithtex/keys/bad.json"

# --- outputs ---

printf 'mine\n' >paper.tex
for o in --out --deps --log; do
	exits 2 "$o over the source" pithtex resolve $o paper.tex paper.tex
	exits 2 "$o over the .aux" pithtex resolve $o ./paper.aux paper
done
exits 2 "two outputs of one name" pithtex resolve --out x --log x paper
is "$(cat paper.tex)" mine "the source is as it was"
rm -f paper.pith.tex && mkdir paper.pith.tex
before=$(cat paper.pith.json)
paper $V
exits 2 "a folder where the data file should be" pithtex resolve --cache one paper
is "$(cat paper.pith.json)" "$before" "then nothing else is written either"
rmdir paper.pith.tex
name=$(printf 'esc\033[31mX')
exits 2 "a name with an escape sequence" pithtex resolve --log log "$name"
unlike log "$(printf '\033')" "is masked in the log"
long=$(printf '%0240d' 0)
printf '\\pithnumber{%s}\n' $R >"$long.aux"
exits 0 "a name as long as may be" pithtex resolve --cache one "$long"
exits 2 "a path that is longer than a message was" pithtex verify "$long/$long/$long/$long/$long"
like err 'Not a directory|No such file' "has its reason"

# --- what is remembered ---

paper $R
ok pithtex resolve -q --cache one paper
find "$XDG_CACHE_HOME/pithtex" -type f -exec chmod 666 {} +
exits 0 "an entry that others could write" pithtex resolve -vv --cache one paper
unlike err 'verdict remembered' "is not believed"

# --- many spellings take no quadratic time ---

python <<'END'
import base64, hashlib
with open("many.aux", "w") as f:
    for i in range(100000):
        s = base64.b32encode(hashlib.sha256(b"%d" % i).digest())[:26].decode()
        f.write("\\pithref{0%s}\n" % s if i == 99999 else "\\pithref{%s}\n" % s)
END
exits 2 "100,000 spellings and one that is malformed" timeout 20 "$PITHTEX" resolve many

# --- one cache is changed at a time ---

exits 2 "no name" pithtex cache add --cache "" "$good"
exits 2 "two caches" pithtex cache add --cache a --cache b "$good"
ok test ! -e a

done_testing
