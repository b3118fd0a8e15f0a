# SPDX-License-Identifier: MIT
"""Hostile titles as bundles: one record each, so that a paper can mention all of them."""

import re
import unicodedata

from pith import archive, bundle, dump, json, load, sample, write


# Titles that are hard for TeX alone: more than it can measure in one line, where no font has the
# characters, and what its fonts make other characters of.
HARD = [
    {"name": "long-cjk", "text": "\u4e2d\u6587" * 2500},
    {"name": "long-words", "text": "\u4e2d\u6587 \u0416\u0416\u0416 " * 900},
    {"name": "long-astral", "text": "\U00020000" * 3000},
    {"name": "ligatures", "text": "a--b---c ``d'' ?`e !`f <<g>> ,,h,, <i> |j| \"k\" x_y -<-",
     "tex": "a--b---c ``d'' ?`e !`f <<g>> ,,h,, <i> |j| \"k\" x\\_y -<-",
     "xml": "a--b---c ``d&#39;&#39; ?`e !`f "
            "&lt;&lt;g&gt;&gt; ,,h,, &lt;i&gt; |j| &quot;k&quot; x_y -&lt;-"},
]


class Case:
    """A title with what each output makes of it."""

    def __init__(self, made, payload):
        self.suffix = made["pith_number"][10:]
        self.archive = self.suffix + ".tar.gz"
        self.name, self.text = payload["name"], payload["text"]
        self.tex = payload.get("tex", self.text)
        self.xml = payload.get("xml", self.text)
        self.terminal = payload.get("terminal", self.text)
        self.clean = clean(self.text)


def clean(text):
    """The text that every visible output shows."""
    def one(c):
        o = ord(c)
        if c in "\t\n\v\f\r\x85\u2028\u2029":
            return " "
        unwanted = (o < 0x20 or 0x7f <= o <= 0x9f or o in (0x61c, 0x200e, 0x200f, 0xfeff)
                    or 0x202a <= o <= 0x202e or 0x2066 <= o <= 0x2069 or 0xfff9 <= o <= 0xfffb
                    or 0xfdd0 <= o <= 0xfdef or o & 0xfffe == 0xfffe or 0xe0000 <= o <= 0xe007f)
        return "\ufffd" if unwanted else c
    return "".join(one(c) for c in text)


def make(aux=None):
    """Write an archive for each title, and an .aux that mentions them all."""
    record = json.loads(sample())["canonical_record"]
    # The digest of a title is not what is tested here.
    for name in ("title_canon_sha256", "abstract_canon_sha256"):
        record["metadata"].pop(name, None)
    cases = []
    for i, payload in enumerate(load("adversarial/text/payloads.json") + HARD):
        if "\0" in payload["text"]:
            continue
        record["metadata"]["license"] = "case %d" % i
        case = Case(bundle(record), payload)
        paper = {"title": case.text, "authors_text": case.text}
        write(case.archive, archive({"bundle.json": dump(bundle(record)),
                                     "record.json": dump({"paper": paper})}))
        cases.append(case)
    if aux:
        mentions = "".join("\\pithref{%s}\n" % c.suffix for c in cases)
        write(aux, ("\\relax \n%s\\gdef \\@abspage@last{1}\n" % mentions).encode())
    return cases


def entries(data):
    """The titles of a data file by the number as it was typed."""
    found = {}
    for m in re.finditer(r"\\PithEntry((?:\{[^{}]*\}){5})\{((?:[^{}\\]|\\.|\{[^{}]*\})*)\}\n",
                         data, re.S):
        found[m.group(1)[1:].split("}")[0]] = m.group(2)
    return found


def plain(title):
    """TeX text of a data file with characters again, on one line."""
    title = title.replace("\\allowbreak{}", "")
    title = title.replace("\n", " ").replace("\\pithchar{0025}", "\\%")
    title = title.replace("\\pithchar{005F}", "\\_")
    return re.sub(r"\\pithchar\{([0-9A-F]{4,6})\}", lambda m: chr(int(m.group(1), 16)), title)


def squeezed(text):
    """As the data file has it: without spare spaces, and cut where TeX could not go on."""
    text, room = " ".join(w for w in text.split(" ") if w), 1000
    for i, c in enumerate(text):
        room -= 1 if c < "\u0080" else 5 if c < "\U00010000" else 6
        if room < 0:
            return text[:i] + " [...]"
    return text


# What a font has in place of ASCII, character for character, and ligatures of letters.
GLYPHS = {"\u2018": "`", "\u2019": "'", "\u02dc": "~", "\u02c6": "^", "\u00ad": "-",
          "\u2223": "|", "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi",
          "\ufb04": "ffl"}


def printed(text):
    """What was printed, or is to be, with glyphs and spaces of any kind made equal."""
    text = re.sub(r"\[U\+([0-9A-F]{4,6})\]", lambda m: chr(int(m.group(1), 16)), text)
    text = "".join(GLYPHS.get(c, c) for c in text).replace("\ufffd", "?")
    text = unicodedata.normalize("NFC", text)
    return "".join(c for c in text if not c.isspace() and c not in "\u200b\u200d")
