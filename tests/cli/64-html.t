#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The page of a number has every fact of the registry's page; as HTML both pages are one file each,
# ASCII, without script or anything from outside, with links that work in a mirror's folder.

. "$(dirname "$0")/../lib.sh"

need_python

cases() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools:$BOX LC_ALL=C.UTF-8 \
		/usr/bin/python3 - "$@"
}

if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "every fact of the seed's page is on ours" cases <<'END'
from pith import *
import glob
import re
t = Tally()
page, record, front = sorted(glob.glob(os.path.join(SHARED, "seeds", "*.txt")))
front = read(front).decode()
canonical = json.loads(front[front.index("{\n"):])
want = number(canonical)
suffix = want[10:]
created = re.search(r"First computed\s+(\S+)", front).group(1)
paper = {"title": "ZeRO-Infinity: Breaking the GPU Memory Wall for Extreme Scale Deep Learning",
         "authors_text": "Jeff Rasley, Olatunji Ruwase, Samyam Rajbhandari, Shaden Smith, "
                         "Yuxiong He"}
aliases = [{"alias_kind": k, "alias_value": v} for k, v in (
    ("arxiv", "2104.07857"), ("arxiv_version", "2104.07857v1"),
    ("doi", "10.48550/arxiv.2104.07857"),
    ("pith_short_12", suffix[:12]), ("pith_short_16", suffix[:16]), ("pith_short_8", suffix[:8]))]
top = bundle(canonical, source={"kind": "arxiv", "id": "2104.07857", "version": 1},
             source_aliases=aliases)
top["events"][0]["created_at"] = created
top["events"][0]["payload"]["receipt"] = {"kind": "pith_receipt", "key_id": REGISTRY,
                                          "algorithm": "ed25519", "signed_at": created}
number_record = {"pith_number": want, "paper": paper, "verification_status": {
    "author_attested": False, "externally_anchored": False, "storage_verified": False,
    "references_resolved": False, "citation_signatures": 0, "replication_records": 0}}
graph = {"paper": paper, "builder_version": "pith-number-builder-2026-05-17-v1"}
write("rwk.tar.gz", archive({"bundle.json": dump(top), "record.json": dump(number_record),
                             "graph.json": dump(graph), "citation-record.json": read(record)}))
got = run("show", "rwk.tar.gz")
t.check(got.returncode == 1, got.stderr)        # nobody signed it
shown = got.stdout.decode()
words = lambda s: "".join(s.split())
ours = words(shown)
# Line by line; what stands in one line there may be several facts here.
for line in front.split("\n"):
    for fact in re.split(r"\t| · (?=download|merged)", line):
        if words(fact) and fact not in ("Open paper page JSON Open Graph Bundle Merged state "
                                        "Verified badge What is a Pith Number?",
                                        "Resolver JSON Graph JSON Events JSON Schema Signing key"):
            t.check(words(fact) in ours, fact)
for fact in ("Open paper page", "JSON", "Open Graph Bundle", "Merged state", "Verified badge",
             "What is a Pith Number?", "Resolver JSON", "Graph JSON", "Events JSON", "Schema",
             "Signing key"):
    t.check(words(fact) in ours, fact)
order = ["PithNumber", "notattestednotanchorednotstoredrefspending", "AddtoyourLaTeXpaper",
         "Recordcompleteness", "Citedby5papersinPith", "Receiptandverification", "Canonicalhash",
         "Aliases", "AgentAPI", "VerifythisPithNumberyourself", "CanonicalrecordJSON"]
at = [ours.find(x) for x in order]
t.check(at == sorted(at) and at[0] >= 0, at)
cited = front[front.index("5 papers in Pith"):front.index("Receipt and")].split("\n")[1:]
at = [shown.find("\n" + x + "\n") for x in cited if x]
t.check(at == sorted(at) and at[0] > 0, at)
t.end(60)
END
else
	echo "# no PITHTEX_SHARED: the seed's page was not compared"
fi

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
exits 0 "what a bundle lacks is said" "$PITHTEX" show "$TOP/bundles/samples/$suffix/bundle.json"
for fact in 'First computed  ' 'Builder  '; do
	like out "^${fact}not in this bundle" "$fact"
done
sed -n '/^Cited by$/{n;p;}' out >line
is "$(cat line)" "not in this bundle" "who cites it"
like out '^1 Bitcoin timestamp  open  here: no proof here$' "the registry's word and ours, apart"

cat >"$BOX/web.py" <<'END'
from pith import *
from html.parser import HTMLParser
import ledger

VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page strictly: every tag closed in order, ids and headings remembered."""

    def __init__(self, data):
        super().__init__(convert_charrefs=True)
        self.open, self.bad, self.links, self.heads, self.text = [], [], [], [], []
        self.tags = set()
        self.feed(data.decode("ascii"))
        if self.open:
            self.bad.append("left open: %r" % self.open)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "href":
                self.links.append(value)
            elif name not in ("lang", "charset", "http-equiv", "content", "name", "class"):
                self.bad.append("%s %s" % (tag, name))
        if tag[0] == "h" and tag[1:].isdigit():
            self.heads.append(int(tag[1:]))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append("</%s>" % tag)

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text.append(data)


def record():
    r = ledger.record("1607.04246", "On an analogue of the Markov equation <b>&amp;</b>")
    r["inbound"][0]["standing_notice"].update(
        events=[{"type": "retraction", "source": "crossref"}], observation="One event.")
    return r


def pair():
    write("own.tar.gz", archive({"bundle.json": sample(), "citation-record.json": canon(record())}))
    return [run("show", "--html", "own.tar.gz"), run("show", "--html", "--citations", "own.tar.gz")]
END

exits 0 "two pages, well formed" cases <<'END'
from web import *
t = Tally()
for got, form in zip(pair(), ((), ("--citations",))):
    t.check(got.returncode == 0, got.stderr)
    p = Page(got.stdout)
    t.check(not p.bad, p.bad)
    t.check(not p.tags & {"script", "img", "link", "iframe", "object", "form", "svg"}, p.tags)
    t.check(p.heads[0] == 1 and p.heads.count(1) == 1, p.heads)
    t.check(all(b - a <= 1 for a, b in zip(p.heads, p.heads[1:])), p.heads)
    t.check(b'lang="en"' in got.stdout and b"default-src 'none'" in got.stdout, "its head")
    for word in (b"url(", b"@import", b" on", b"<b>"):
        t.check(word not in got.stdout.split(b"</style>")[0] or word == b" on", word)
    # The same words as on a terminal, in the same order.
    shown = run("show", *form, "own.tar.gz").stdout.decode()
    squeeze = lambda s: "".join(s.split()).replace(";here:", "here:")
    lines = [x for x in shown.split("\n") if x and "https://" not in x and "\\" not in x]
    at, text = 0, squeeze("".join(p.text))
    for line in lines:
        found = text.find(squeeze(line), at)
        t.check(found >= 0, line)
        at = max(at, found)
    again = run("show", "--html", *form, "own.tar.gz").stdout
    t.check(again == got.stdout, "another time, other bytes")
t.end(60)
END

exits 0 "in a mirror's folder every relative link leads to a file" cases <<'END'
from web import *
t = Tally()
number_page, ledger_page = pair()
places = {"pith/%s/index.html" % SAMPLE: number_page.stdout,
          "paper/1607.04246/citation-record/index.html": ledger_page.stdout}
for name in ("pith/%s/bundle.json", "pith/%s/state.json"):
    places[name % SAMPLE] = b"{}"
for name, data in places.items():
    os.makedirs(os.path.dirname(name), exist_ok=True)
    write(name, data)
tried = 0
for name, data in places.items():
    if not name.endswith(".html"):
        continue
    for link in Page(data).links:
        if link.startswith("https://"):
            t.check(link.split("/")[2] in ("pith.science", "www.pith.science"), link)
            continue
        tried += 1
        t.check(os.path.isfile(os.path.join(os.path.dirname(name), link)), link)
t.check(tried >= 4, "only %d relative links" % tried)
# An old id has a slash and so another depth.
r = ledger.record("math/0309285", "An old one")
write("old.json", canon(r))
t.check(run("show", "--html", "old.json").returncode == 0, "an old id")
t.end(10)
END

exits 1 "of a bundle that does not hold there is no page" env \
	PITHTEX_KEYS="$TOP/bundles/tests/keys" \
	"$PITHTEX" show --html "$TOP/bundles/tests/forged/bundle.json"
is "$(wc -c <out | tr -d ' ')" 0 "not a byte"

done_testing
