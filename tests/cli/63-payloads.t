#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Hostile titles in every output that carries them: each is the very text that the reference
# encoders make of it, and nothing else of the output moves.  (tests/tex/payloads.t has LaTeX.)

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "the titles: data file, SVG, JSON, terminal, HTML, XMP" python <<'END'
from pith import *
from html.parser import HTMLParser
from xml.etree import ElementTree
import re
import payloads

t = Tally()
cases = payloads.make("paper.aux")
got = run("cache", "add", "-q", "--cache", "cache", *(c.archive for c in cases))
t.check(got.returncode == 1, "cache add: %d" % got.returncode)
got = run("resolve", "--cache", "cache", "paper")
t.check(got.returncode == 1, "resolve: %d %r" % (got.returncode, got.stderr[-200:]))

# The terminal: a line for the number, and one for its title.
lines = got.stdout.decode().split("\n")
at = {line.split()[1][10:]: i for i, line in enumerate(lines) if line.startswith("! pith:")}
data = read("paper.pith.tex").decode("ascii")
entries = payloads.entries(data)
report = {m["typed"]: m for m in json.loads(read("paper.pith.json"))["mentions"]}
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """The text of a page, and its tags with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.shown, self.tags = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, tuple(k for k, _ in attrs)))

    def handle_data(self, data):
        self.shown.append(data)

    def handle_comment(self, data):
        self.tags.append(("comment", ()))


skeleton = None
for c in cases:
    say = c.name + ": %s: %r"
    # The data file, as security demands it but for white space and what is not ASCII.
    t.check(payloads.plain(entries[c.suffix]) == payloads.squeezed(c.tex),
            say % ("TeX", entries[c.suffix][:200]))
    line = lines[at[c.suffix] + 1]
    t.check(line == "    " + c.terminal, say % ("terminal", line[:200]))
    t.check(report[c.suffix]["title"] == c.text, say % ("report", report[c.suffix]["title"][:200]))

    svg = read("paper.pith/%s.svg" % c.suffix).decode()
    t.check("<desc id=\"pith-%s-d\">The title of the record: %s</desc>" % (c.suffix, c.xml) in svg,
            say % ("SVG", svg[:300]))
    tree = ElementTree.fromstring(svg)
    shape = [(e.tag, sorted(e.attrib)) for e in tree.iter()]
    t.check({e[0] for e in shape} == {SVG + n for n in ("svg", "title", "desc", "a", "rect", "path",
                                                        "g")}, say % ("SVG elements", shape))
    t.check(tree.find(SVG + "desc").text == "The title of the record: " + c.clean,
            say % ("SVG read back", tree.find(SVG + "desc").text[:200]))

    got = run("show", "--html", c.archive)
    text = got.stdout.decode("ascii")
    page = Page(text)
    if c.clean.strip(" "):
        t.check(c.clean.strip(" ") in [s.strip(" \n") for s in page.shown],
                say % ("HTML", page.shown[:20]))
    tags = sorted(set(page.tags))
    skeleton = skeleton or tags
    t.check(tags == skeleton, say % ("HTML tags", tags))

    got = run("show", "--embed", c.archive)
    text = got.stdout.decode()
    t.check(len([x for x in text.split("\n") if x]) == 4, say % ("embed", text[:300]))
    t.check(svg.split("<rect")[0].replace("\n", " ").split() == text[text.index("<svg"):]
            .split("<rect")[0].split(), say % ("embed is the badge", text[:300]))
    got = run("show", "--json", c.archive)
    t.check(json.loads(got.stdout)["title"] == c.text, say % ("JSON", got.stdout[:300]))
    t.check(all(b == 10 or 32 <= b < 127 for b in got.stdout), say % ("JSON is ASCII", ""))
    got = run("show", c.archive)
    if c.terminal.strip(" "):
        t.check(c.terminal in got.stdout.decode().split("\n"), say % ("page", got.stdout[:300]))

# The metadata hold numbers and fixed words: no title ever gets there.
for name in ("metadata.xmp", "metadata.xmpdata"):
    path = "paper.pith/" + name
    text = read(path).decode("ascii") if os.path.exists(path) else ""
    for c in cases:
        t.check(c.xml.strip() in ("", "-1") or c.xml.strip() not in text, (name, c.name))
tree = ElementTree.fromstring(read("paper.pith/metadata.xmp"))
items = [e.text for e in tree.iter() if e.tag.endswith("}li") and e.text and e.text.strip()]
t.check(all(re.match(r"pith:\d{4}:[A-Z2-7]{26}( |$)", i) for i in items) and len(items) >= 100,
        items[:5])
# Nothing that TeX, a shell or a browser could have been told to do was done.
t.check(not os.path.exists("PWNED"), "PWNED")
t.end(500)
END

done_testing
