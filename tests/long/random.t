#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Random inputs, the same in every run unless SEED says otherwise: our canonical bytes are Python's,
# no archive is taken that a second reader refuses, no text stops the reader of numbers.

. "$(dirname "$0")/../lib.sh"

need_python
: "${SEED:=1}"
echo "# SEED=$SEED"
export SEED

exits 0 "40,000 JSON values: our canonical bytes and Python's" python <<'END'
import random
from pith import *

r, t = random.Random(int(os.environ["SEED"])), Tally()
EDGES = [0, 0x1f, 0x20, 0x22, 0x2f, 0x5c, 0x7f, 0x80, 0x9f, 0xa0, 0xd7ff, 0xe000, 0xfeff, 0xfffd,
         0xffff, 0x10000, 0x1f600, 0x10ffff, 0x2028, 0x2029, 0xe9, 0x301]

def char():
    c = r.choice(EDGES) if r.random() < .4 else r.randrange(r.choice([0x80, 0x800, 0x110000]))
    return "" if c == 0 or 0xd800 <= c < 0xe000 else chr(c)

def text():
    return "".join(char() for _ in range(r.choice([0, 1, 2, 5, 40])))

def value(depth):
    kind = r.randrange(5 if depth > 4 else 8)
    if kind == 0:
        return r.choice([None, True, False])
    if kind in (1, 2):
        return r.choice([0, 1, -1, 2**63 - 1, -2**63, r.getrandbits(r.randrange(1, 63)),
                         -r.getrandbits(r.randrange(1, 63))])
    if kind in (3, 4):
        return text()
    if kind == 5:
        return [value(depth + 1) for _ in range(r.randrange(5))]
    return {text(): value(depth + 1) for _ in range(r.randrange(6))}

def spelled(v):
    """One of the many ways to write a value down."""
    out = json.dumps(v, ensure_ascii=r.random() < .5, indent=r.choice([None, None, 1]),
                     separators=r.choice([(",", ":"), (", ", " : ")]))
    return out.replace("/", "\\/") if r.random() < .1 else out

values = [value(0) for _ in range(40000)]
for v, got in zip(values, ask("canon", [hexed(spelled(v).encode()) for v in values])):
    t.check(got == hexed(canon(v)), "%r: %s" % (v, got[:200]))
t.end(40000)
END

exits 0 "40,000 damaged documents: taken only where Python takes them" python <<'END'
import random
from pith import *

r, t = random.Random(int(os.environ["SEED"]) + 1), Tally()

def strictly(data):
    """Python's reading, made as strict as ours; None where it refuses."""
    def pairs(list):
        if len({k for k, _ in list}) != len(list):
            raise ValueError("twice")
        return dict(list)
    def no(x):
        raise ValueError(x)
    try:
        text = data.decode("utf-8")
        v = json.loads(text, object_pairs_hook=pairs, parse_constant=no, parse_float=no)
        out = canon(v)
    except (ValueError, RecursionError):
        return None
    def fits(v):
        if isinstance(v, str):
            return "\0" not in v
        if isinstance(v, dict):
            return all(fits(k) and fits(x) for k, x in v.items())
        if isinstance(v, list):
            return all(map(fits, v))
        return isinstance(v, bool) or v is None or -2**63 <= v < 2**63
    return out if fits(v) else None

base = [sample(), b'[0,-0,[[[]]]]',
        b'{"a":[1,-2,{"b":"\\u00e9\\n\\ud83d\\ude00"}],"c":true,"d":null}',
        '{"é":"\U0001f600","\\u0000":1}'.encode()]
docs = []
while len(docs) < 40000:
    d = bytearray(r.choice(base)[:r.choice([60, 400, 4000])])
    for _ in range(r.randrange(1, 4)):
        at, how = r.randrange(len(d)), r.randrange(4)
        if how == 0:
            d[at] = r.randrange(256)
        elif how == 1:
            del d[at:at + r.randrange(1, 4)]
        elif how == 2:
            d[at:at] = r.choice([b"\0", b",", b"]", b"}", b'"', b"1", b"\\u", b"\xed\xa0\x80",
                                 b" "])
        else:
            d[at] ^= 1 << r.randrange(8)
        if not d:
            d = bytearray(b"1")
    docs.append(bytes(d))
for d, got in zip(docs, ask("canon", map(hexed, docs))):
    want = strictly(d)
    if want is None:
        t.check(got.startswith("! "), "taken: %r: %s" % (d, got[:200]))
    else:
        t.check(got == hexed(want), "%r: %s" % (d, got[:200]))
t.end(40000)
END

if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "12,000 archives: what the oracle refuses is refused" python <<'END'
import random
from pith import *
sys.path.insert(0, os.path.join(SHARED, "adversarial", "lib"))
import strict_tgz

r, t = random.Random(int(os.environ["SEED"]) + 2), Tally()
tar = gzip.decompress(read(os.path.join(BUILD, "bundles", SAMPLE + ".tar.gz")))

def resum(b, at):
    b[at + 148:at + 156] = b" " * 8
    b[at + 148:at + 156] = b"%06o\0 " % sum(b[at:at + 512])

def headers(b):
    at = 0
    while at + 512 <= len(b) and any(b[at:at + 512]):
        yield at
        digits = bytes(b[at + 124:at + 135]).split(b"\0")[0]
        if not digits.isdigit() or b"8" in digits or b"9" in digits:
            return
        at += 512 + -(-int(digits, 8) // 512) * 512

def changed():
    b = bytearray(tar)
    heads = list(headers(b))
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        how = r.randrange(7)
        head = r.choice(heads)
        if how in (0, 1):
            # A field of a header, with a sum that holds.
            field = r.choice([(0, 100), (100, 8), (108, 8), (116, 8), (124, 12), (136, 12),
                              (156, 1), (157, 100), (257, 8), (265, 32), (297, 32), (329, 16),
                              (345, 155), (500, 12)])
            at = head + field[0] + r.randrange(field[1])
            b[at] = r.choice([0, 0x20, 0x2d, 0x2e, 0x2f, 0x30, 0x37, 0x61, 0x80, 0xff,
                              r.randrange(256)])
            if head + 512 <= len(b):
                resum(b, head)
        elif how == 2:
            b[r.randrange(len(b))] ^= 1 << r.randrange(8)
        elif how == 3:
            del b[r.choice([512 * r.randrange(1, len(b) // 512), r.randrange(len(b))]):]
        elif how == 4:
            b += r.choice([b"\0" * 512, b"x" * 512, b"\0" * 511, tar[:1024]])
        elif how == 5:
            at = 512 * r.randrange(len(b) // 512)
            b[at:at] = r.choice([b"\0" * 512, tar[:512], b"x" * 512])
        else:
            at = 512 * r.randrange(len(b) // 512)
            del b[at:at + 512]
        if len(b) < 1024:
            b = bytearray(tar)
        heads = list(headers(b)) or [0]
    return bytes(b)

names, oracle = [], []
for i in range(12000):
    b = changed()
    z = gzip.compress(b, 1, mtime=0)
    if r.random() < .2:
        z = bytearray(z)
        z[r.randrange(len(z))] ^= 1 << r.randrange(8)
        z = bytes(z) + r.choice([b"", b"", b"\0", z[:20]])
    names.append("a%d" % i)
    write(names[-1], z)
    try:
        strict_tgz.entries(strict_tgz.gunzip(z))
        oracle.append(True)
    except strict_tgz.Reject:
        oracle.append(False)
passed = 0
for took, got in zip(oracle, verify(names)):
    container = [c for c in got["checks"] if c["check"] == "container"][0]["result"] == "pass"
    passed += container
    t.check(took or not container, "the oracle refuses %(file)s, which is %(verdict)s" % got)
    t.check(got["verdict"] in ("good", "damaged"), "%(file)s is %(verdict)s" % got)
t.check(passed > 500, "only %d passed: the changes are too wild" % passed)
t.end(24001)
END
fi

exits 0 "200,000 spellings, none of which stops the reader" python <<'END'
import random
from pith import *

r, t = random.Random(int(os.environ["SEED"]) + 3), Tally()
base = [b"pith:2016:" + SAMPLE.encode(), SAMPLE.lower().encode(), b"pith:RE7YA4NU",
        b"arXiv:2104.07857v2", b"math.GT/0309136", b"https://doi.org/10.1000/182",
        b"^^70ith:" + SAMPLE.encode(),
        b"https://pith.science/pith/" + SAMPLE.encode() + b"/bundle.json", b"^^^^0050", b""]
alphabet = bytes(range(256)) + 40 * b"^:/.vV0123456789" + 10 * b" \t\n"
lines = []
for _ in range(200000):
    d = bytearray(r.choice(base))
    for _ in range(r.randrange(1, 6)):
        at = r.randrange(len(d) + 1)
        d[at:at + r.randrange(3)] = bytes(r.choice(alphabet) for _ in range(r.randrange(3)))
    if r.random() < .01:
        d *= 20
    lines.append(bytes(d))
for d, got in zip(lines, ask("number", map(hexed, lines))):
    word = got.split()
    good = (got.startswith("! ") and len(got) > 10
            or word[0] == "number" and len(word[1]) in (8, 12, 16, 26) and set(word[1]) <= set(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") and int(word[2]) < 10000
            or word[0] in ("arxiv", "doi"))
    t.check(good, "%r: %s" % (d, got))
t.end(200000)
END

# The fuzz targets, over the archives of the samples and the hostile ones.
if [ -x "$BUILD/tests/fuzz/container" ] && [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	/usr/bin/python3 "$PITHTEX_SHARED/adversarial/make_archives.py" \
		"$BUILD/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" in
	exits 0 "fuzz/container over samples and hostile archives" \
		"$BUILD/tests/fuzz/container" "$BUILD"/bundles/*.tar.gz in/*.tar.gz
	exits 0 "fuzz/json over the published suites" sh -c \
		'"$BUILD/tests/fuzz/json" "$PITHTEX_SHARED"/data/jsontestsuite/test_parsing/*.json \
		"$PITHTEX_SHARED"/adversarial/json/*.json'
	exits 0 "fuzz/key over the same" sh -c \
		'"$BUILD/tests/fuzz/key" "$PITHTEX_SHARED"/adversarial/json/*.json'
fi

done_testing
