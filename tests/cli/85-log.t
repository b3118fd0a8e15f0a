#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Trees, notes, checkpoints, tiles and proofs of a log against the vectors of others.

. "$(dirname "$0")/../lib.sh"

need_python

exits 0 "hash functions against Python's, around every block" python <<'END'
from pith import *

t = Tally()
rows = []
for kind in "md5 sha1 sha224 sha256 sha384 sha512 ripemd160".split():
    try:
        hashlib.new(kind)
    except ValueError:
        continue
    for n in [*range(0, 140), 255, 256, 257, 1000]:
        data = bytes(i * 7 & 255 for i in range(n))
        rows.append((kind, data, hashlib.new(kind, data).hexdigest()))
rows += [("keccak256", bytes.fromhex(h), d) for h, d in (
    ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ("80", "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"),
    ("cc", "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a"))]
# The vectors of RIPEMD-160's authors.
rows += [("ripemd160", s, d) for s, d in (
    (b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    (b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    (b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    (b"1234567890" * 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
    (b"a" * 1000000, "52783243c1697bdbe16d37f97f68f08325dc1528"))]
lines = ["hash %s %s" % (kind, hexed(data)) for kind, data, _ in rows]
for (kind, data, want), got in zip(rows, ask("anchor_log", lines)):
    t.check(got == want, "%s of %d bytes: %s" % (kind, len(data), got))
t.end(700)
END

exits 0 "a policy: quorums, groups, and what it may not say" python <<'END'
from pith import *

t = Tally()
ORIGIN = "example.org/log"


def cosigner(i, text):
    line = "cosign %s %s %d %s" % (bytes([i] * 32).hex(), (b"w%d" % i).hex(), 1000 + i,
                                   hexed(text))
    return bytes.fromhex(ask("anchor_log", [line])[0]).split(b" ", 1)


def vkey(name, material):
    ident = hashlib.sha256(name.encode() + b"\n" + material).digest()[:4].hex()
    return "%s+%s+%s" % (name, ident, base64.b64encode(material).decode())


# A log's own key is of type 01; its public half is that of a cosigner with the same seed.
public = base64.b64decode(cosigner(9, b"")[0].split(b"+", 2)[2])[1:]
log = vkey(ORIGIN, b"\1" + public)
skey = "PRIVATE+KEY+%s+%s" % ("+".join(log.split("+")[:2]),
                              base64.b64encode(b"\1" + bytes([9] * 32)).decode())
made = ask("anchor_log", ["log %s %s" % (skey.encode().hex(), b"x".hex())])[0]
note = bytes.fromhex(dict(w.split("=") for w in made.split(" ")[1:])["checkpoint"])
text = note[:note.index(b"\n\n") + 1]
keys, signs = {}, {}
for i in range(1, 5):
    keys[i], signs[i] = cosigner(i, text)
    keys[i] = keys[i].decode()

head = "log %s https://example.org/\n" % log
head += "".join("witness n%d %s\n" % (i, keys[i]) for i in range(1, 5))
two = head + "# a comment\n\n \t\ngroup g 2 n1 n2 n3\nquorum g\n"
deep = head + "group g 2 n1 n2\ngroup h any n3 n4\ngroup top all g h\nquorum top\n"
cases = [
    (head + "quorum none\n", (), "ok %s 0 0" % ORIGIN),
    (head + "quorum n2\n", (2,), "ok %s 1 1002" % ORIGIN),
    (head + "quorum n2\n", (1,), "absent"),
    (two, (1, 3), "ok %s 2 1003" % ORIGIN), (two, (3,), "absent"),
    (two, (3, 3), "absent"), (two, (3, 4), "absent"),
    (deep, (1, 2, 4), "ok %s 3 1004" % ORIGIN), (deep, (1, 3, 4), "absent"),
    ("witness n1 %s\nquorum n1\n" % keys[1], (1,), "absent"),
]
lines = ["policy %s %s" % (p.encode().hex(), (note + b"".join(signs[i] for i in who)).hex())
         for p, who, _ in cases]
for (p, who, want), got in zip(cases, ask("anchor_log", lines)):
    t.check(got == want, "%r by %r: %s" % (p[-60:], who, got))
bad = [head, head + "quorum g\n", head + "quorum n1\nquorum n1\n", two[:-1],
       head + "group g 4 n1 n2 n3\nquorum g\n", head + "group g 0 n1\nquorum g\n",
       head + "group g 1\nquorum g\n", head + "group g any n1 n1\nquorum g\n",
       head + "group g any n1\ngroup h any n1 g\nquorum h\n", head + "group g any g\nquorum g\n",
       head + "group n1 any n2\nquorum n1\n", head + "group none any n2\nquorum none\n",
       head + "log %s\nquorum none\n" % log, head + "witness n9 %s\nquorum none\n" % keys[1],
       "log %s\nquorum none\n" % keys[1], "witness n1 %s\nquorum none\n" % log,
       head + "trust me\nquorum none\n", head + "quorum none\r\n", head + "log\nquorum none\n",
       head + "group g 01 n1\nquorum g\n"]
for p, got in zip(bad, ask("anchor_log", ["policy %s %s" % (p.encode().hex(), note.hex())
                                          for p in bad])):
    t.check(got.startswith("malformed "), "%r: %s" % (p[-60:], got))
# A known key whose line does not hold spoils the note; an unknown one is nobody.
raw = bytearray(base64.b64decode(signs[1].split(b" ")[2]))
raw[11] ^= 1
broken = note + b"\xe2\x80\x94 w1 " + base64.b64encode(raw) + b"\n"
lines = ["policy %s %s" % (p.encode().hex(), broken.hex())
         for p in (head + "quorum none\n", "log %s\nquorum none\n" % log)]
t.check(ask("anchor_log", lines) == ["bad", "ok %s 0 0" % ORIGIN], "a bad cosignature")
t.end(31)
END

if [ ! -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	echo "# no PITHTEX_SHARED: the published vectors are left out"
	done_testing
fi

exits 0 "98 inclusion and 98 consistency proofs of transparency-dev" python <<'END'
from pith import *
import glob

t = Tally()
top = os.path.join(SHARED, "data", "tlog", "merkle")
rows = []


def d(text):
    """Our hashes have 32 bytes; where it matters to no verdict, the vectors have a text."""
    data = base64.b64decode(text or "")
    return hexed(hashlib.sha256(data).digest() if data.startswith(b"don't care") else data)


for kind, names in (("inclusion", ("leafIdx", "treeSize", "leafHash", "root")),
                    ("consistency", ("size1", "size2", "root1", "root2"))):
    for path in sorted(glob.glob(os.path.join(glob.escape(top), kind, "**", "*.json"),
                                 recursive=True)):
        # Python's integers have no end; ours have 64 bits.
        v = json.loads(read(path))
        m, n, a, b = (v[name] for name in names)
        if not (0 <= m < 1 << 64 and 0 <= n < 1 << 64):
            t.check(v["wantErr"], path)
            continue
        words = [kind, str(m), str(n), d(a), d(b)] + [d(p) for p in v["proof"] or []]
        rows.append((path, "bad" if v["wantErr"] else "ok", " ".join(words)))
for (path, want, _), got in zip(rows, ask("anchor_log", [r[2] for r in rows])):
    t.check(got == want, "%s: %s" % (path, got))
t.end(196)
END

exits 0 "notes: seven signatures, a flipped text, an unknown key" python <<'END'
from pith import *

t = Tally()
words = {"OK": "good", "BAD SIGNATURE": "bad", "no known signature": "unknown"}
folder = os.path.join(SHARED, "data", "tlog", "notes")
rows = [line.split("\t") for line in read(os.path.join(folder, "EXPECT.tsv")).decode().splitlines()
        if not line.startswith("#")]
lines = ["note %s %s" % (key.encode().hex(), read(os.path.join(folder, name)).hex())
         for name, key, _ in rows]
for (name, key, want), got in zip(rows, ask("anchor_log", lines)):
    t.check(got.split(" ")[0] == words[want], "%s: %s" % (name, got))
    if key.startswith("Wit"):
        t.check(got.split(" ")[1] == {"1": "1700000000", "2": "1700000001"}[key[3]], got)
for name in sorted({r[0] for r in rows}):
    data = read(os.path.join(folder, name))
    t.check(ask("anchor_log", ["again " + data.hex()]) == [data.hex()], name + ": printed again")
keys = sorted({r[1] for r in rows})
for key, got in zip(keys, ask("anchor_log", ["vkey " + k.encode().hex() for k in keys])):
    t.check(bytes.fromhex(got).decode() == key, key + ": printed again")
# Each bit of a note and of its key: never good.
name, key, _ = [r for r in rows if r[0] == "c2sp-example.note"][0]
data = read(os.path.join(folder, name))
lines = ["note %s %s" % (key.encode().hex(), f.hex()) for f in flips(data)]
lines += ["note %s %s" % (f.hex(), data.hex()) for f in flips(key.encode())]
for line, got in zip(lines, ask("anchor_log", lines)):
    t.check(not got.startswith("good"), line)
bad = [data[:-1], data + b"x", data.replace(b"\n\n", b"\n"), data.replace(b"\xe2\x80\x94 ", b"- "),
       data.replace(b"foo ", b"foo  "), data.replace(b"foo ", b"fo+o "),
       data.replace(b"This", b"Th\tis"), data.replace(b"This", b"Th\xffis"),
       data.replace(b"foo ", b"foo\xc2\xa0 "), data.replace(b"=\n", b"\n"), b"", b"a\n"]
for b, got in zip(bad, ask("anchor_log", ["again " + hexed(b) for b in bad])):
    t.check(got == "malformed", "%r: %s" % (b, got))
t.end(1500)
END

exits 0 "the whole log of Tessera, made again byte for byte" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "tlog", "tessera-log")
key = [line.split("=", 1)[1] for line in read(os.path.join(folder, "KEYS.txt")).decode().split("\n")
       if line.startswith("LOG_PRIVATE_KEY=")][0]
rest, entries = read(os.path.join(folder, "tile", "entries", "000.p", "15")), []
while rest:
    n = int.from_bytes(rest[:2], "big")
    entries.append(rest[2:2 + n])
    rest = rest[2 + n:]
t.check(len(entries) == 15, "entries")
lines = [" ".join(["log", key.encode().hex()] + [hexed(e) for e in entries[:n]])
         for n in range(16)]
for n, got in enumerate(ask("anchor_log", lines)):
    files = dict(word.split("=") for word in got.split(" ")[1:])
    t.check(bytes.fromhex(files.pop("checkpoint")) ==
            read(os.path.join(folder, "checkpoint.%d" % n)), "checkpoint.%d" % n)
    for path, data in files.items():
        t.check(bytes.fromhex(data) == read(os.path.join(folder, path)), path)
    t.check(len(files) == 2 * (n > 0), "%d files" % len(files))
t.check(ask("anchor_log", ["skey " + key.encode().hex()]) == [key.encode().hex()], "the key")
t.end(60)
END

exits 0 "all proofs of that log, made and checked" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "tlog", "proofs")
d = lambda s: base64.b64decode(s).hex()
entries = [read(os.path.join(folder, "leaf-%02d.entry" % i)) for i in range(15)]
tail = " ".join(hexed(e) for e in entries)
proofs = [read(os.path.join(folder, "leaf-%02d.tlog-proof" % i)) for i in range(15)]
made = ask("anchor_log", ["prove %d 15 %s" % (i, tail) for i in range(15)])
for i, got in enumerate(made):
    lines = proofs[i].decode().split("\n\n")[0].split("\n")[2:]
    t.check(got.split(" in")[1].split(" since")[0].split() == [d(h) for h in lines], "leaf %d" % i)
for i, got in enumerate(ask("anchor_log", ["proof " + p.hex() for p in proofs])):
    t.check(got == proofs[i].hex(), "leaf %d printed again" % i)
lines = ["inside %s %s" % (p.hex(), hexed(e)) for p in proofs for e in entries]
for k, got in enumerate(ask("anchor_log", lines)):
    t.check(got == ("ok" if entries[k // 15] == entries[k % 15] else "bad"),
            "proof %d, entry %d: %s" % (k // 15, k % 15, got))
rows = load("data/tlog/proofs/consistency-1..15.json")
made = ask("anchor_log", ["prove %d %d %s" % (r["size1"], r["size2"], tail) for r in rows])
checked = ask("anchor_log", [" ".join(["consistency", str(r["size1"]), str(r["size2"]),
                                       d(r["root1"]), d(r["root2"])] + [d(p) for p in r["proof"]])
                             for r in rows])
for r, got, good in zip(rows, made, checked):
    t.check(got.split(" since")[1].split() == [d(p) for p in r["proof"]]
            and got.split(" ")[1] == d(r["root2"]), "%(size1)d to %(size2)d" % r)
    t.check(good == "ok", "%(size1)d to %(size2)d does not check" % r)
t.end(15 + 15 + 225 + 240)
END

exits 0 "Rekor's log: six good checkpoints, five that are not" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "data", "tlog", "rekor2")
words = {"OK": "good", "BAD SIGNATURE": "bad", "no known signature": "unknown"}
for line in read(os.path.join(folder, "EXPECT.tsv")).decode().splitlines():
    if line.startswith("#"):
        continue
    name, key, signature, inclusion = line.split("\t")
    proof = read(os.path.join(folder, name + ".tlog-proof"))
    entry = read(os.path.join(folder, name + ".entry"))
    note = proof.split(b"\n\n", 1)[1]
    got = ask("anchor_log", ["note %s %s" % (key.encode().hex(), note.hex())])[0]
    t.check(got.split(" ")[0] == words[signature], "%s: %s" % (name, got))
    got = ask("anchor_log", ["inside %s %s" % (proof.hex(), entry.hex())])[0]
    # Without its root a checkpoint is no checkpoint, whatever the path says.
    t.check(got == ("ok" if inclusion == "OK" else "malformed"), "%s: %s" % (name, got))
    got = ask("anchor_log", ["inside %s %s" % (proof.hex(), (entry + b" ").hex())])[0]
    t.check(got != "ok", "%s: another entry is inside" % name)
t.end(33)
END

done_testing
