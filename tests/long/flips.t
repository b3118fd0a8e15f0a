#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tests/cli/25-signature.t and 42-flips.t without their slices: every signature that is known, every
# bit of every sample's archive.

. "$(dirname "$0")/../lib.sh"

need_python

exits 0 "each bit of ten archives: refused, or the same inner tar" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(BUILD, "bundles")
for name in sorted(n for n in os.listdir(folder) if n.endswith(".tar.gz")):
    data = read(os.path.join(folder, name))
    names, survivors = [], 0
    for i, flipped in enumerate(flips(data)):
        names.append("x%d" % i)
        write(names[-1], flipped)
    names += ["y%d" % i for i in range(len(data))]
    for i in range(len(data)):
        write("y%d" % i, data[:i] + bytes([data[i] ^ 0xff]) + data[i + 1:])
    write("as-it-is", data)
    all = verify(["as-it-is"] + names)
    t.check(all[0]["verdict"] == "good", name)
    for got in all[1:]:
        survives = got["verdict"] != "damaged"
        survivors += survives
        t.check(not survives or got["file"][0] == "x" and got["verdict"] == "good"
                and got["tar_sha256"] == all[0]["tar_sha256"], "%s: %s" % (name, got["file"]))
    print("%s: %d of %d single bits change nothing that is packed" % (
        name, survivors, 8 * len(data)))
t.end(10 * 9000)
END
sed -n '/change nothing/p' out | note

exits 0 "each bit of ten records, their digests and signatures" python <<'END'
from pith import *

t = Tally()
for suffix in sorted(os.listdir(os.path.join(TOP, "bundles", "samples"))):
    text, names = sample(suffix), []
    old = json.loads(text)
    sig = old["events"][0]["payload"]["receipt"]["signature_b64"].encode()
    places, at = [(text.index(sig), len(sig))], -1
    for _ in range(2):
        at = text.index(b'"canonical_record":{', at + 1) + len(b'"canonical_record":')
        end = text.index(b',"canonical_sha256":"', at)
        # The record, and the value of the digest behind it.
        places += [(at, end - at), (end + len(b',"canonical_sha256":"'), 64)]
    for at, n in places:
        for flipped in flips(text[at:at + n]):
            names.append("f%d" % len(names))
            write(names[-1], text[:at] + flipped + text[at + n:])
    for got in verify(names):
        t.check(got["verdict"] in ("wrong", "forged", "damaged"), suffix + " %(file)s" % got)
t.end(60000)
END

if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "each bit of 19 signatures, of what they sign, of the key" python <<'END'
from pith import *

t = Tally()
key = bytes.fromhex(load("vectors/pith-mirrors.json")["mirrors"][0]["public_key"]["public_key_hex"])
rows = [(r["canonical_sha256"], r["signature_b64"])
        for r in load("vectors/pith-signed-records.json")]
rows += [(r["payload_sha256"], r["signature_b64"])
         for r in load("vectors/pith-integrity-signatures.json")]
lines = []
for digest, sig in rows:
    parts = [key, bytes.fromhex(digest), base64.b64decode(sig)]
    for k, part in enumerate(parts):
        lines += [" ".join(p.hex() for p in parts[:k] + [flipped] + parts[k + 1:])
                  for flipped in flips(part)]
for line, got in zip(lines, ask("ed25519", lines)):
    t.check(got == "bad", line)
t.end(19 * 1024)
END
fi

done_testing
