#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The static mirror: the registry's paths, bytes as served, nothing rewritten without need, nothing
# of others touched, the same everywhere.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"
pithtex() { "$PITHTEX" "$@"; }
site() { "$PITHTEX" site "$@" --url https://mirror.example/p; }
tree() { (cd "$1" && find . -type f ! -name lock -exec sha256sum {} + | LC_ALL=C sort -k2); }
stamps() { (cd "$1" && find . -type f ! -name lock -exec stat -c '%n %y %i' {} + | LC_ALL=C sort); }
fill() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools LC_ALL=C.UTF-8 \
		/usr/bin/python3 "$TOP/tests/tools/mirror.py" "$@"
}
cp -R "$TOP/bundles/tests/keys" keys
cp "$TOP/bundles/keys/pith-mirrors.json" keys/
export PITHTEX_KEYS="$T/keys"

# --- what is where ---

fill c 40
exits 0 "a site of 40 papers" site c s
like out '^s: 40 numbers, 40 good; 27 citation records$' "is told"
exits 0 "every path, the members' bytes, what gunzip makes of the files beside" python <<'END'
from mirror import *
import xml.dom.minidom
t = Tally()
paths = set()


def served(path, data):
    paths.add(path)
    t.check(read("s/" + path) == data, path)


for i in range(40):
    suffix, files = paper_of(i)
    id = json.loads(files["bundle.json"])["canonical_record"]["source"]["id"]
    served("pith/%s/bundle.json" % suffix, files["bundle.json"])
    served(".well-known/pith/%s/bundle.json" % suffix, files["bundle.json"])
    served("pith/%s/state.json" % suffix, files["state.json"])
    served("pith/%s.json" % suffix, files["record.json"])
    served("api/pith-number/%s/graph.json" % suffix, files["graph.json"])
    if "citation-record.json" in files:
        served("paper/%s/citation-record.json" % id, files["citation-record.json"])
        paths.add("paper/%s/citation-record/index.html" % id)
    if "integrity.json" in files:
        served("pith/%s/integrity.json" % id, files["integrity.json"])
    tgz = read("c/%s/%s.tar.gz" % (suffix[:2], suffix))
    served("pith/%s/%s.%s.tar.gz" % (suffix, suffix, sha256(gzip.decompress(tgz))[:16]), tgz)
    paths |= {"pith/%s/index.html" % suffix, "pith/%s/%s.svg" % (suffix, suffix)}
paths |= {"index.html", "sitemap.xml", "sitemap-1.xml", "robots.txt", "pith-mirrors.json",
          "pith-signing-key.json", "search/keys.js", "search/numbers/all.js"}
for top, _, names in os.walk("s"):
    for name in names:
        path = os.path.relpath(os.path.join(top, name), "s")
        if path.startswith((".pithtex/", "search/words/")):
            continue
        if path.endswith(".gz") and not path.endswith(".tar.gz"):
            t.check(gzip.decompress(read("s/" + path)) == read("s/" + path[:-3]), path)
            t.check(read("s/" + path)[4:8] == b"\0" * 4, "a time in " + path)
        else:
            t.check(path in paths, "nobody asked for " + path)
for path in paths:
    t.check(os.path.isfile("s/" + path), path + " is not there")
urls = [n.firstChild.data for n in xml.dom.minidom.parse("s/sitemap-1.xml")
        .getElementsByTagName("loc")]
t.check(len(urls) == len(set(urls)) == 1 + 40 + 27, len(urls))
for u in urls:
    t.check(os.path.isfile("s/" + u[len("https://mirror.example/p/"):] + "index.html"), u)
manifest = json.loads(read("s/pith-mirrors.json"))
given = json.loads(read("keys/pith-mirrors.json"))
mine = manifest["mirrors"].pop()
t.check(manifest == given, "the registry's own words are another's now")
t.check(mine["bundle_pattern"] == "https://mirror.example/p/pith/{suffix}/bundle.json", mine)
t.check(json.loads(read("s/pith-signing-key.json")) == given["mirrors"][0]["public_key"], "key")
t.end(300)
END
exits 0 "the manifest is still one of keys" pithtex key show s/pith-mirrors.json

exits 0 "every link within leads to a file, every one without to the registry" python <<'END'
from mirror import *
import re
t = Tally()
for top, _, names in os.walk("s"):
    for name in names:
        if not name.endswith(".html"):
            continue
        page = read(os.path.join(top, name)).decode("ascii")
        for link in re.findall(r'href="([^"]*)"', page):
            if link.startswith("https://"):
                t.check(re.match(r"https://(www\.)?pith\.science(/|$)", link), link)
            else:
                t.check(os.path.isfile(os.path.join(top, link)), top + ": " + link)
t.end(800)
END
like s/index.html 'href="pith/[A-Z2-7]{26}/index.html"' "all numbers are listed without a script"

# --- the second time ---

before=$(stamps s)
exits 0 "again" site c s
like out '^files: 0 written, [0-9]* left as they were, 0 removed$' "nothing is written"
is "$(stamps s)" "$before" "not even a time has changed"
exits 0 "and again, byte by byte" site --all c s
is "$(stamps s)" "$before" "nothing has changed"

fill more 43
new=$(cd more && find . -name '*.tar.gz' | while IFS= read -r f; do
	[ -e "../c/$f" ] || echo "$f"
done)
for f in $new; do mkdir -p "c/${f%/*}" && cp "more/$f" "c/$f"; done
exits 0 "three papers more" site c s
stamps s | grep '/pith/\|/api/\|/paper/' >now
printf '%s\n' "$before" | grep '/pith/\|/api/\|/paper/' | LC_ALL=C comm -23 - now >lost
is "$(cat lost)" "" "no file of another number was touched"
gone=$(echo "$new" | sed -n '1s,.*/\(.*\).tar.gz,\1,p')
rm "c/$(echo "$gone" | cut -c 1-2)/$gone.tar.gz"
exits 0 "one less" site c s
is "$(find s | grep -c "$gone")" 0 "it is gone, with its folders"
exits 0 "made at once" site c fresh
diff -r s fresh >difference
is "$(cat difference)" "" "the site is the same, however it came to be"

# --- what others have put there ---

first=$(find s/pith -maxdepth 1 -name '??????????????????????????' | LC_ALL=C sort | head -1)
suffix=${first##*/}
echo theirs >s/theirs.html
echo theirs >s/pith/"$suffix"/notes.txt
echo theirs >s/pith/"$suffix"/bundle.json
rm s/pith/"$suffix"/index.html
mkdir s/pith/"$suffix"/index.html
mkdir elsewhere
rm -rf s/api && ln -s "$T/elsewhere" s/api
exits 1 "somebody else's files are a finding" site c s
like err "pith/$suffix/bundle.json: not as it was written here; left alone" "a changed file"
like err "pith/$suffix/index.html: in the way, and no plain file" "a folder in the way"
like err "api/pith-number/$suffix/graph.json: in the way" "a link in the way"
is "$(cat s/theirs.html s/pith/"$suffix"/notes.txt s/pith/"$suffix"/bundle.json | sort -u)" theirs \
	"none of them was touched"
is "$(find elsewhere -type f)" "" "nothing was written through the link"
exits 1 "the next run says so again" site c s
like err "pith/$suffix/bundle.json: not as it was written here" "of the same file"
cp "c/$(echo "$suffix" | cut -c 1-2)/$suffix.tar.gz" .
rm "c/$(echo "$suffix" | cut -c 1-2)/$suffix.tar.gz"
site -q c s
is "$(cd s/pith/"$suffix" && find . | LC_ALL=C sort | tr '\n' ' ')" \
	". ./bundle.json ./index.html ./notes.txt " "what is not ours stays when the number goes"
rm -r s/api s/pith/"$suffix" s/theirs.html
exits 0 "without them all is well again" site c s
site -q c fresh
diff -r s fresh >difference
is "$(cat difference)" "" "and the site is whole"

# A roll that names others' files removes nothing outside, and nothing that is not as it says.
echo precious >precious && cp precious s/precious
sum=$(sha256sum <precious | cut -d' ' -f1)
cp s/.pithtex/list list
{
	cat list
	printf '=9\t-\t1\t\n%s 9 ../precious\n' "$sum"
} >s/.pithtex/list
exits 2 "a roll that leads outside is refused" site c s
like err 'names a path that is none' "and says why"
{
	cat list
	printf '=9\t-\t1\t\n%064d 9 precious\n' 0
} >s/.pithtex/list
exits 1 "one that is wrong about a file" site c s
like err '^pithtex: precious: not as it was written here; not removed' "does not remove it"
is "$(cat precious s/precious | sort -u)" precious "nothing was lost"
rm s/precious

# --- what is not good ---

for name in unsigned conflict forged; do
	pithtex pack -q -o $name.tar.gz "$TOP/bundles/tests/$name" 2>"$BOX/null"
done
python <<'END'
from mirror import *
for name in ("unsigned", "conflict", "forged"):
    data = read("%s.tar.gz" % name)
    top = json.loads(read(os.path.join(TOP, "bundles", "tests", name, "bundle.json")))
    suffix = top["pith_number"][10:]
    os.makedirs("bad/" + suffix[:2], exist_ok=True)
    path = "bad/%s/%s.%s.tar.gz" % (suffix[:2], suffix, sha256(gzip.decompress(data))[:16])
    write(path, data)
    write(name, suffix.encode())
suffix, files = paper_of(1)
os.makedirs("bad/AA", exist_ok=True)
write("bad/AA/%s.tar.gz" % ("A" * 26), archive(files))
write("bad/AA/%s.tar.gz" % ("A" * 25 + "B"), b"no bundle")
END
exits 1 "not all is good" pithtex site bad b
like out '^b: 1 number, 0 good' "what is served is counted"
like err 'bad/.*: unsigned: .*wait for the registry' "unsigned is a finding"
like err 'bad/.*: forged: ' "so is forged"
like err 'bad/.*: conflict: ' "and a conflict"
like err 'bad/AA/A{26}.*: wrong: .*the name of another number' "and another's name"
like err 'bad/AA/A{25}B.*: damaged: ' "and no bundle"
is "$(basename "$(find b/pith -mindepth 1 -maxdepth 1 -type d)")" "$(cat unsigned)" \
	"only the unsigned one is there"
like "b/pith/$(cat unsigned)/index.html" 'record intact, not signed' "and says what it is"
unlike "b/pith/$(cat unsigned)/index.html" 'signature verified' "and nothing else"
like b/index.html 'record intact, not signed' "in the list, too"
for f in bad/*/*.tar.gz; do
	pithtex verify -q "$f"
	echo "$? $f"
done >verdicts
is "$(grep -c '^1' verdicts)" 5 "verify says the same of all of them"

# What is damaged where it comes from is served on.
fill d 3
pithtex site -q d ds
one=$(find d -name '*.tar.gz' | LC_ALL=C sort | head -1)
before=$(stamps ds)
cp "$one" whole.tar.gz
head -c 300 whole.tar.gz >"$one"
exits 1 "an archive of the cache is damaged" pithtex site d ds
like err 'served on; .pithtex cache add. brings it back' "the site's own copy is served on"
stamps ds | grep -v .pithtex >now
printf '%s\n' "$before" | grep -v .pithtex >was
same now was "no file has changed"
copy=$(find ds/pith -name "$(basename "$one" .tar.gz).*.tar.gz")
same "$copy" whole.tar.gz "it has the whole archive"
exits 2 "an empty cache" pithtex site elsewhere ds
like err 'holds no bundle; that would remove every number' "removes nothing"
cp whole.tar.gz "$one"

# --- of two records of a paper the later counts ---

exits 0 "the later record, the newer run, whatever the order of numbers" python <<'END'
from mirror import *
t = Tally()


def make(place, version, as_of, ran):
    suffix, files = members("2104.07857", "ZeRO, version %d" % version, "A", version, as_of=as_of)
    files["integrity.json"] = dump(integrity_of("2104.07857", ran))
    os.makedirs("%s/%s" % (place, suffix[:2]), exist_ok=True)
    write("%s/%s/%s.tar.gz" % (place, suffix[:2], suffix), archive(files))
    return files


early, late = "2026-08-09T05:51:00Z", "2026-08-10T05:51:00.5Z"
for first, second in ((early, late), (late, early)):
    place = "two" + first[8:10]
    a = make(place, 1, first, second)
    b = make(place, 2, second, first)
    got = run("site", "-q", place, place + ".site")
    t.check(got.returncode == 0, got.stderr)
    later, sooner = (a, b) if first == late else (b, a)
    t.check(read(place + ".site/paper/2104.07857/citation-record.json")
            == later["citation-record.json"], "record of " + place)
    t.check(read(place + ".site/pith/2104.07857/integrity.json") == sooner["integrity.json"],
            "findings of " + place)
    # The one that counts goes: the other one takes its place.
    gone = number(json.loads(later["bundle.json"])["canonical_record"])[10:]
    os.remove("%s/%s/%s.tar.gz" % (place, gone[:2], gone))
    got = run("site", "-q", place, place + ".site")
    t.check(got.returncode == 0, got.stderr)
    t.check(read(place + ".site/paper/2104.07857/citation-record.json")
            == sooner["citation-record.json"], "the other record of " + place)
t.end(8)
END

# --- hostile names ---

exits 0 "no id and no title leads outside or becomes markup" python <<'END'
from mirror import *
import re
t = Tally()
titles = ["<script>alert(1)</script>", "\u202egnp.exe", "\"></a><img src=x onerror=alert(1)>",
          "</script><script>alert(1)", "a\tb\nc\x01", "\U0001f600 \u017d", "__proto__ constructor"]
if os.path.isdir(SHARED or "/nonexistent"):
    titles += [s for p in load("adversarial/text/payloads.json") for s in
               ([p] if isinstance(p, str) else p.values()) if isinstance(s, str) and "\0" not in s]
ids = ["../../../../tmp/escape", "/etc/passwd", "2104.07857/../../x", "a/b/c", ".well-known", "",
       "..", "CON", "math/..", "index.html", "%2e%2e/x", "2104.07857 "]
cases = [(x, titles[0]) for x in ids] + [("2105.%05d" % k, x) for k, x in enumerate(titles)]
for id, title in cases:
    files = members(id, title, title, citation=False, integrity=False)[1]
    suffix = number(json.loads(files["bundle.json"])["canonical_record"])[10:]
    files["citation-record.json"] = canon(ledger.record(id, title))
    os.makedirs("hostile/" + suffix[:2], exist_ok=True)
    write("hostile/%s/%s.tar.gz" % (suffix[:2], suffix), archive(files))
got = run("site", "hostile", "hs")
t.check(got.returncode == 1, got.returncode)
t.check(got.stderr.count(b"is no arXiv id") == len(ids), got.stderr[:500])
t.check(b"\x1b" not in got.stderr and b"\xe2\x80\xae" not in got.stderr, "a raw character")
pages = 0
for top, folders, names in os.walk("hs"):
    for name in folders + names:
        t.check(re.fullmatch(r"[A-Za-z0-9._-]+", name), name)
    for name in names:
        path = os.path.join(top, name)
        data = read(path) if name.endswith((".html", ".js", ".svg")) else b""
        if name.endswith((".html", ".js")):
            t.check(data.isascii() and not re.search(rb"[\0-\x09\x0b-\x1f\x7f]", data), path)
        if name.endswith((".html", ".svg")):
            pages += 1
            scripts = 1 if path == "hs/index.html" else 0
            t.check(data.count(b"<script") == scripts, path)
            t.check(not re.search(rb"<(img|iframe|object|a [^>]*\bon)", data), path)
t.check(pages >= 2 * len(titles), pages)
t.check(not os.path.exists("/tmp/escape") and not os.path.exists("escape"), "it escaped")
t.end(100)
END

# --- usage ---

exits 2 "no such cache" pithtex site nosuch x
ok test ! -e x
exits 2 "an address with a query" pithtex site c x --url 'https://x/?a=b'
exits 2 "the cache itself" pithtex site c c
like err 'is what the site is made of' "is not filled"
exits 0 "as JSON" site --json c s
like out '"written": 0' "with the same counts"

# --- the same everywhere ---

find c -name '*.tar.gz' | LC_ALL=C sort -r | while IFS= read -r f; do
	mkdir -p "shuffled/$(basename "$(dirname "$f")")"
	cp "$f" "shuffled/${f#c/}"
done
(
	umask 077
	LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 TZ=Asia/Kathmandu
	export LC_ALL LANG TZ
	unset SOURCE_DATE_EPOCH
	site -q shuffled other
)
diff -r s other >difference
is "$(cat difference)" "" "another locale, zone, umask, order and place: the same site"

# From a snapshot of the cache comes the same site as from the cache.
pithtex key new -q log
cp "$suffix.tar.gz" "c/$(echo "$suffix" | cut -c 1-2)/"
pithtex snapshot create -q --key log.key c snap
exits 0 "of a snapshot" site snap fromsnap
site -q c s
diff -r s fromsnap >difference
is "$(cat difference)" "" "the same as of its cache"
pithtex snapshot create -q --key log.key d snap
exits 0 "of the next snapshot" site snap fromsnap
site -q d fromd
diff -r fromd fromsnap >difference
is "$(cat difference)" "" "only what is current"
python <<'END'
from mirror import *
import glob
wanted = {os.path.basename(p)[:26] for p in glob.glob("d/*/*.tar.gz")}
shard = max(glob.glob("snap/shards/0000.p/*.tar"), key=lambda p: int(os.path.basename(p)[:-4]))
data = bytearray(read(shard))
with tarfile.open(shard) as tar:
    at = [m.offset_data for m in tar if m.name[3:29] in wanted]
data[at[0] + 100] ^= 1
write(shard, data)
END
before=$(stamps fromsnap)
exits 2 "a shard with a changed byte" site --all snap fromsnap
is "$(stamps fromsnap | grep -v pithtex/part)" "$before" "leaves the site as it was"

# A limit on the size of files stands for a full disk.
pithtex site -q d full
before=$(tree full)
python <<'END'
from mirror import *
suffix, files = paper_of(7)
os.makedirs("d/" + suffix[:2], exist_ok=True)
write("d/%s/%s.tar.gz" % (suffix[:2], suffix), archive(files))
END
exits 2 "no room" sh -c 'ulimit -f 4; trap "" XFSZ; exec "$0" site d full' "$PITHTEX"
is "$(tree full | grep -v pithtex/)" "$(printf '%s\n' "$before" | grep -v pithtex/)" \
	"the old pages are there, and no other"
exits 0 "the next run goes on" pithtex site d full
pithtex site -q d whole
diff -r full whole >difference
is "$(cat difference)" "" "and the site is whole"

done_testing
