#!/bin/sh
# SPDX-License-Identifier: MIT
#
# OpenTimestamps proofs and Bitcoin headers: every vector, and python-opentimestamps as a second
# reader where it is installed.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

# The kept headers as lines.
awk -F '\t' '!/^#/ { print $1 " " $5 }' "$PITHTEX_SHARED/data/ots/headers/headers.tsv" >lines

exits 0 "every attestation of every valid proof" python <<'END'
from pith import *

t = Tally()
top = os.path.join(SHARED, "data", "ots")
kinds = {"BitcoinBlockHeaderAttestation": "bitcoin", "LitecoinBlockHeaderAttestation": "litecoin",
         "EthereumBlockHeaderAttestation": "ethereum", "PendingAttestation": "pending",
         "UnknownAttestation": "unknown"}


def told(text):
    kind, _, rest = text.partition("(")
    if kind == "UnknownAttestation":
        # The table cuts a long payload.
        tag, _, payload = rest.partition(", ")
        return "unknown:" + eval(tag).hex()
    return kinds[kind] + ":" + rest.rstrip(")").strip("'")


want, result, hashes = {}, {}, {}
for line in read(os.path.join(top, "VECTORS.tsv")).decode().splitlines():
    if not line.startswith("#"):
        name, _, op, digest, attestation, message, root, verdict = line.split("\t")
        want.setdefault(name, set()).add((told(attestation), message))
        result.setdefault(name, []).append((told(attestation), verdict, root))
        hashes[name] = "%s %s" % (op, digest)
for line in read(os.path.join(top, "boundary-valid", "EXPECT.tsv")).decode().splitlines():
    if not line.startswith("#"):
        name, attestation, message = line.split("\t")
        want.setdefault("boundary-valid/%s.ots" % name, set()).add((told(attestation), message))
names = sorted(want)
data = {name: read(os.path.join(top, name)) for name in names}
for name, got in zip(names, ask("anchor_ots", ["walk " + data[name].hex() for name in names])):
    words = got.split(" ")
    t.check(name not in hashes or hashes[name] == " ".join(words[:2]), name + ": digest")
    pairs = set()
    for kind, message in zip(words[2::2], words[3::2]):
        if kind.startswith("unknown:"):
            kind = kind[:len("unknown:") + 16]
        if len(message) > 1024:
            message = "sha256:%s len %d" % (sha256(bytes.fromhex(message)), len(message) // 2)
        pairs.add((kind, message))
    if any(k.startswith("pending:hhhh") for k, _ in pairs):
        pairs = {(k[:len(next(iter(want[name]))[0])], m) for k, m in pairs}
    t.check(pairs == want[name], "%s: %r, not %r" % (name, pairs, want[name]))
words = {"OK": "good", "MERKLE ROOT MISMATCH": "wrong", "header not kept": "unverifiable"}
for name, got in zip(names, ask("anchor_ots", ["lines " + data[name].hex() for name in names],
                                "--lines", "lines")):
    verdicts = [part.split(" ")[0] for part in got.rstrip("; ").split("; ")]
    expect = []
    for kind, verdict, _ in result.get(name, []):
        default = "pending" if kind.startswith("pending") else "unverifiable"
        expect.append(words.get(verdict, default))
    if expect:
        t.check(sorted(verdicts) == sorted(expect), "%s: %r, not %r" % (name, verdicts, expect))
for name, word in (("opentimestamps-client/hello-world.txt.ots", "good"),
                   ("opentimestamps-client/bad-stamp.txt.ots", "wrong"),
                   ("calendar/incomplete-upgraded.ots", "good"),
                   ("calendar/incomplete.txt.ots", "pending"),
                   ("opentimestamps-client/unknown-notary.txt.ots", "unverifiable"),
                   ("opentimestamps-client/empty.ots", "unverifiable")):
    got = ask("anchor_ots", ["check " + data[name].hex()], "--lines", "lines")[0]
    t.check(got.startswith(word + " "), "%s: %s" % (name, got))
    print(name, got)
t.end(70)
END
like out 'hello-world.*day 2015-05-28, work 2\^67\.5$' "day and work of block 358391"

exits 0 "all that is malformed is refused" python <<'END'
from pith import *

t = Tally()
top = os.path.join(SHARED, "data", "ots")
for line in read(os.path.join(top, "invalid", "EXPECT.tsv")).decode().splitlines():
    if not line.startswith("#"):
        name = line.split("\t")[0]
        data = read(os.path.join(top, "invalid", name + ".ots"))
        got = ask("anchor_ots", ["again " + hexed(data)])
        t.check(got[0].startswith("damaged "), "%s: %s" % (name, got))
# Cut at every byte, and one more: never a proof.
data = read(os.path.join(top, "calendar", "incomplete-upgraded.ots"))
lines = ["again " + hexed(data[:n]) for n in range(len(data))] + ["again " + data.hex() + "00"]
for line, got in zip(lines, ask("anchor_ots", lines)):
    t.check(got.startswith("damaged "), line)
# 20,000 forks, and one number of 70 bits.
head = data[:65]
end = bytes.fromhex("000588960d73d719010105")
wide = b"".join(b"\xff" + bytes.fromhex("000588960d73d7190103") + bytes([i & 127 | 128, i >> 7 & 127
                | 128, i >> 14]) for i in range(20000))
long = head + bytes.fromhex("000588960d73d719010a") + b"\xff" * 9 + b"\x02"
for bad in (head + wide + end, long):
    t.check(ask("anchor_ots", ["again " + bad.hex()])[0].startswith("damaged "), bad[:90].hex())
t.check(not ask("anchor_ots", ["again " + (head + wide[:14 * 9000] + end).hex()])[0]
        .startswith("damaged"), "9,000 attestations")
t.end(900)
END

exits 0 "canonical order, merging four calendars, upgrading" python <<'END'
from pith import *

t = Tally()
top = os.path.join(SHARED, "data", "ots")
at = lambda *words: read(os.path.join(top, *words))
# These were written by the reference.
import glob
for path in sorted(glob.glob(os.path.join(glob.escape(top), "**", "*.ots"), recursive=True)):
    if "invalid" in path or path.endswith(("ripemd160/README.md.ots", "/unsorted-fork.ots",
                                           "/non-minimal-varuint-height.ots")):
        continue
    data = read(path)
    t.check(ask("anchor_ots", ["again " + data.hex()]) == [data.hex()], path)
merged = at("merge", "merged.ots")
digest = bytes.fromhex(at("merge", "digest.hex").decode().strip())
head = merged[:33] + digest
import itertools
for order in itertools.permutations(["cata", "alice", "bob", "finney"]):
    files = [(head + at("merge", n + ".bin")).hex() for n in order]
    got = files[0]
    for more in files[1:]:
        got = ask("anchor_ots", ["merge %s %s" % (got, more)])[0]
    t.check(got == merged.hex(), "merged in the order %r" % (order,))
    got = files[0]
    for name in order[1:]:
        got = ask("anchor_ots", ["attach %s %s %s" % (got, digest.hex(),
                                                      at("merge", name + ".bin").hex())])[0]
    t.check(got == merged.hex(), "attached in the order %r" % (order,))
pending = at("calendar", "incomplete.txt.ots")
message = "57cfa5c46716df9bd9e83595bce439c58108d8fcc1678f30d4c6731c3f1fa6c79ed712c66fb1ac8d4e4eb0e7"
reply = at("calendar", "incomplete.alice-answer.bin")
ask_one = lambda line: ask("anchor_ots", [line])[0]
t.check(ask_one("attach %s %s %s" % (pending.hex(), message, reply.hex()))
        == at("calendar", "incomplete-upgraded.ots").hex(), "the upgrade")
t.check(ask_one("attach %s %s %s" % (pending.hex(), message[2:], reply.hex())) == "nowhere",
        "another message")
for bad in (reply[:-1], reply + b"\0", b"\x08"):
    t.check(ask_one("attach %s %s %s" % (pending.hex(), message, bad.hex())).startswith("damaged"),
            "a broken answer")
t.check(ask_one("merge %s %s" % (pending.hex(), merged.hex())).startswith("damaged"),
        "two proofs of different files")
t.end(88)
END

exits 0 "headers: runs, links, work, periods, conflicts" python <<'END'
from pith import *

t = Tally()
top = os.path.join(SHARED, "data", "ots", "headers")
run = os.path.join(top, "headers-822528-830592.bin")
data = read(run)
head = lambda h: data[80 * (h - 822528):80 * (h - 822527)]
root = lambda h: head(h)[36:68].hex()
tool = os.path.join(BUILD, "tests", "tools", "anchor_ots")


def refused(blob, first, word):
    write("run", blob)
    got = subprocess.run([tool, "--run", "run", str(first)], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    t.check(got.returncode == 2 and word in got.stderr, "%s: %r" % (word, got))


heights = [822528, 824543, 824544, 830000, 830592]
for h, got in zip(heights, ask("anchor_ots", ["header %d %s" % (h, root(h)) for h in heights],
                               "--run", run, "822528")):
    t.check(got.startswith("good ") and "in a run of 8065 headers" in got
            and "not checked" not in got, got)
got = ask("anchor_ots", ["header 830000 " + root(830000)], "--run", run, "822528")[0]
print(got)
t.check("work 2^78" in got, got)
got = ask("anchor_ots", ["header 830001 " + root(830000), "header 830593 " + root(830000)],
          "--run", run, "822528")
t.check(got[0].startswith("wrong ") and got[1].startswith("unverifiable "), got)
# A stale block: work and difficulty are right, yet another stands in its place.
stale = read(os.path.join(top, "stale-823226.hex")).decode().strip()
write("stale", (stale + "\n").encode())
line = "header 823226 " + stale[72:136]
t.check(ask("anchor_ots", [line], "--lines", "stale")[0].startswith("good "), "stale alone")
got = ask("anchor_ots", [line], "--lines", "stale", "--run", run, "822528")[0]
t.check(got.startswith("conflict "), got)
write("both", ("823226 %s\n823226 %s\n" % (stale, head(823226).hex())).encode())
t.check(ask("anchor_ots", [line], "--lines", "both")[0].startswith("conflict "), "two lines")
write("same", ("# it\n\n823226 %s\n%s\n823226 %s" % (stale, stale, stale)).encode())
t.check(ask("anchor_ots", [line], "--lines", "same")[0].startswith("good "), "one line thrice")
# A run with a fault.
swapped = data[:800] + data[880:960] + data[800:880] + data[960:]
refused(swapped, 822528, b"does not follow")
broken = bytearray(data)
broken[80 * 100 + 50] ^= 1
refused(bytes(broken), 822528, b"block header 822628: it has not done its work")
refused(data, 822529, b"824543: not the time of that block")
refused(data[800:1600], 2016 * 100 + 5, b"201605: not the difficulty of its period")
refused(data[:-1], 822528, b"multiple of 80")
refused(b"", 822528, b"multiple of 80")
refused(data[80:], 822528, b"822528: not the time of that block")
# A hole breaks links, not knowledge inside the table.
write("run", data[:80 * 50] + bytes(80) + data[80 * 51:])
got = ask("anchor_ots", ["header 822578 " + root(822578), "header 822579 " + root(822579)],
          "--run", "run", "822528")
t.check(got[0].startswith("unverifiable ") and got[1].startswith("good "), got)
# Every first and last block of a period, alone.
records = read(os.path.join(top, "retarget-0-832608.bin"))
places = [0] + [h for p in range(1, 414) for h in (2016 * p - 1, 2016 * p)]
write("all", b"".join(b"%d %s\n" % (h, records[80 * i:80 * i + 80].hex().encode())
                      for i, h in enumerate(places)))
asked = ["header %d %s" % (h, records[80 * i + 36:80 * i + 68].hex())
         for i, h in enumerate(places)]
for line, got in zip(asked, ask("anchor_ots", asked, "--lines", "all")):
    t.check(got.startswith("good ") and "outside" not in got, line + ": " + got)
# At another height of another difficulty, or beyond the table.
write("all", ("3 %s\n900000 %s\n100000 %s\n" % (head(830000).hex(), head(830001).hex(),
              records[:80].hex())).encode())
got = ask("anchor_ots", ["header 3 " + root(830000), "header 900000 " + root(830001),
                         "header 100000 " + records[36:68].hex()], "--lines", "all")
t.check(got[0].startswith("wrong ") and "another difficulty" in got[0], got[0])
t.check(got[1].startswith("good ") and "difficulty not checked" in got[1], got[1])
t.check(got[2].startswith("wrong "), got[2])
for bad in (b"x " + stale.encode(), stale.encode()[:-2], b"1  " + stale.encode(), b"01 " +
            stale.encode(), stale.upper().encode(), b"1\t" + stale.encode()):
    write("bad", bad)
    got = subprocess.run([tool, "--lines", "bad"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    t.check(got.returncode == 2 and got.stderr.startswith(b"line 1: "), "%r: %r" % (bad, got))
t.end(850)
END
like out 'Bitcoin block 830000, day 2024-02-11, work 2\^78\.[0-9]' "the words of a good proof"

exits 0 "the difficulty table is what the headers say" python <<'END'
from pith import *
import re

t = Tally()
rows = [line.split("\t") for line in read(os.path.join(
    SHARED, "data", "ots", "headers", "retarget-0-832608.tsv")).decode().splitlines()
    if not line.startswith("#")]
facts = {int(r[0]): (r[3], int(r[2])) for r in rows}
source = read(os.path.join(TOP, "src", "anchor", "difficulty.c")).decode()
table = re.findall(r"\{ 0x([0-9a-f]{8}), (\d+), (\d+) \}", source)
t.check(len(table) == 414, "%d rows" % len(table))
for p, (bits, first, last) in enumerate(table):
    t.check(facts[2016 * p] == (bits, int(first)), "period %d" % p)
    t.check(facts.get(2016 * p + 2015, (bits, 0)) == (bits, int(last)), "end of period %d" % p)
t.end(800)
END

exits 0 "many files, one tip: the clients' own tree" python <<'END'
from pith import *

t = Tally()
tips = {2: "b413f47d", 3: "e6aa6391", 4: "7699a4fd", 5: "aaa9609d", 6: "ebdb4245", 7: "ba4603a3"}
# The published values are of leaves of one byte each; ours are digests, so walk by hand.
sha = lambda b: hashlib.sha256(b).digest()


def tree(nodes):
    while len(nodes) > 1:
        nodes = [sha(nodes[i] + nodes[i + 1]) if i + 1 < len(nodes) else nodes[i]
                 for i in range(0, len(nodes), 2)]
    return nodes[0].hex()


for n, tip in tips.items():
    t.check(tree([bytes([i]) for i in range(n)]).startswith(tip), "the rule for %d leaves" % n)
for n in range(1, 20):
    leaves = [sha(b"%d" % i) for i in range(n)]
    nonces = [sha(b"nonce %d" % i)[:16] for i in range(n)]
    for with_nonce in (True, False):
        words = [w for i in range(n) for w in (nonces[i].hex() if with_nonce else "-",
                                               leaves[i].hex())]
        got = ask("anchor_ots", ["tree " + " ".join(words)])[0].split(" ")
        t.check(got[0] == tree([sha(leaves[i] + nonces[i]) if with_nonce else leaves[i]
                                for i in range(n)]), "the tip of %d" % n)
        for i, file in enumerate(got[1:]):
            walk = ask("anchor_ots", ["walk " + file])[0].split(" ")
            t.check(walk[1] == leaves[i].hex() and walk[2].startswith("waiting:")
                    and walk[3] == got[0], "file %d of %d" % (i, n))
            if i == n - 1:
                reply = "0083dfe30d2ef90c8e" + "0403" + b"a:b".hex()
                up = ask("anchor_ots", ["attach %s %s %s" % (file, got[0], reply)])[0]
                walk = ask("anchor_ots", ["walk " + up])[0].split(" ")
                t.check(walk[2:] == ["pending:a:b", got[0]], "the answer: %r" % walk)
t.end(400)
END

exits 0 "one stamp on a log's root is a stamp of each entry" python <<'END'
from pith import *

t = Tally()
sha = lambda b: hashlib.sha256(b).digest()
entry = lambda i: (b"pith-log/v1\nadd %s 1\n%s %d\n" % (
    base64.b32encode(sha(b"%d" % i))[:26], sha(b"tar %d" % i).hex().encode(), 1000 + i))
for n in (1, 2, 3, 7, 8, 9, 100):
    entries = [entry(i) for i in range(n)]
    tail = " ".join(e.hex() for e in entries)
    for i in sorted({0, n // 2, n - 1}):
        made = ask("anchor_log", ["prove %d %d %s" % (i, n, tail)])[0]
        root = made.split(" ")[1]
        path = made.split(" in")[1].split(" since")[0].split()
        stamp = ("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108" + root
                 + "000588960d73d719010105")
        words = [entries[i].hex(), str(i), str(n), stamp] + path
        got = ask("anchor_ots", ["entry " + " ".join(words)])[0]
        walk = ask("anchor_ots", ["walk " + got])[0].split(" ")
        t.check(walk == ["sha256", sha(b"tar %d" % i).hex(), "bitcoin:5", root],
                "%d of %d: %r" % (i, n, walk))
        wrong = words[:]
        wrong[0] = entry(n + 5).hex()
        t.check(ask("anchor_ots", ["entry " + " ".join(wrong)])[0].startswith("damaged"),
                "another entry, %d of %d" % (i, n))
t.end(36)
END

if /usr/bin/python3 -c 'import opentimestamps' 2>/dev/null; then
	exits 0 "python-opentimestamps writes our files back, byte for byte" python <<'END'
from pith import *
import glob
from opentimestamps.core.timestamp import DetachedTimestampFile
from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
import opentimestamps.core.dubious.notary

t = Tally()
top = os.path.join(SHARED, "data", "ots")
files = sorted(p for p in glob.glob(os.path.join(glob.escape(top), "**", "*.ots"), recursive=True)
               if "invalid" not in p)
ours = ask("anchor_ots", ["again " + read(p).hex() for p in files])
infos = ask("anchor_ots", ["info " + read(p).hex() for p in files])


def theirs(data):
    stamp = DetachedTimestampFile.deserialize(BytesDeserializationContext(data))
    out = BytesSerializationContext()
    stamp.serialize(out)
    return stamp, out.getbytes()


for path, got, info in zip(files, ours, infos):
    stamp, again = theirs(read(path))
    t.check(again.hex() == got, "%s: another canonical form" % path)
    t.check(theirs(bytes.fromhex(got))[1].hex() == got, "%s: not written back" % path)
    want = [line for line in stamp.timestamp.str_tree().splitlines()
            if "Transaction id" not in line and "UnknownAttestation" not in line]
    lines = [line for line in bytes.fromhex(info).decode().splitlines()[2:]
             if "UnknownAttestation" not in line]
    t.check(lines == want, "%s: another tree" % path)
# What we make ourselves.
leaves = [hashlib.sha256(b"%d" % i).digest() for i in range(9)]
words = " ".join("%s %s" % (hashlib.md5(x).hexdigest(), x.hex()) for x in leaves)
for file in ask("anchor_ots", ["tree " + words])[0].split(" ")[1:]:
    t.check(theirs(bytes.fromhex(file))[1].hex() == file, "a file of ours")
t.end(110)
END
else
	echo "# no python3-opentimestamps"
fi

done_testing
