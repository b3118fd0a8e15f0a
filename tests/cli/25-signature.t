#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Ed25519 against the vectors of others.  The counts are those of the strict rule: both points
# canonical and of the prime-order group, S reduced.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "Wycheproof: 88 of 151, just the valid ones" python <<'END'
from pith import *

t, ok = Tally(), 0
groups = load("data/ed25519/wycheproof-ed25519_test.json")["testGroups"]
rows = [(g["publicKey"]["pk"], c) for g in groups for c in g["tests"]]
lines = ["%s %s %s" % (key, c["msg"] or "-", c["sig"] or "-") for key, c in rows]
for (key, c), got in zip(rows, ask("ed25519", lines)):
    ok += got == "ok"
    t.check((got == "ok") == (c["result"] == "valid"), "%(tcId)s %(comment)s: " % c + got)
t.check(ok == 88, "%d hold" % ok)
t.end(152)
END

exits 0 "speccheck: none of 12 edge cases" python <<'END'
from pith import *

t = Tally()
rows = load("data/ed25519/speccheck-cases.json")
lines = ["%(pub_key)s %(message)s %(signature)s" % r for r in rows]
for i, got in enumerate(ask("ed25519", lines)):
    t.check(got == "bad", "case %d holds" % i)
t.end(12)
END

exits 0 "CCTV: of 914 the one without a flag" python <<'END'
from pith import *

t, ok = Tally(), []
rows = load("data/ed25519/cctv-ed25519vectors.json")
lines = ["%s %s %s" % (r["key"], r["msg"].encode().hex(), r["sig"]) for r in rows]
for r, got in zip(rows, ask("ed25519", lines)):
    t.check((got == "ok") == (not r["flags"]), "%(number)d %(flags)s: " % r + got)
    ok += [r["number"]] * (got == "ok")
t.check(len(ok) == 1, "%r hold" % ok)
t.end(915)
END

exits 0 "ZIP 215: none of 196 small-order pairs" python <<'END'
from pith import *

t = Tally()
data = load("data/ed25519/zip215-small-order-196.json")
message = data["message_ascii"].encode().hex()
lines = ["%s %s %s" % (c["vk"], message, c["sig"]) for c in data["cases"]]
for c, got in zip(data["cases"], ask("ed25519", lines)):
    t.check(got == "bad", "%(vk)s" % c)
t.end(196)
END

exits 0 "small order, not canonical, mixed order, S + L: never" python <<'END'
import sys
from pith import *
sys.path.insert(0, os.path.join(SHARED, "adversarial", "lib"))
import ed25519_lab as lab

t = Tally()
seed, message = bytes(range(32)), b"\x5a" * 32
public, signature = lab.public(seed), lab.sign(seed, message)
line = lambda key, sig: "%s %s %s" % (key.hex(), message.hex(), sig.hex())
rows = [("ok", line(public, signature)), ("ok", public.hex() + " key"),
        ("bad", line(public, lab.malleate(signature)))]
for order in (2, 4, 8):
    mixed = lab.mixed_order_public(seed, order)
    rows += [("bad", line(public, lab.sign_with_torsion_in_r(seed, message, order))),
             ("bad", line(mixed, signature)), ("bad", mixed.hex() + " key")]
rows += [("bad", vk + " key") for vk in
         {c["vk"] for c in load("data/ed25519/zip215-small-order-196.json")["cases"]}]
# The other encodings that are not canonical: y from p to 2^255 - 1.
for y in range(19):
    for sign in (0, 1):
        x = lab.recover_x(y, sign)
        if x is not None:
            key = (y + lab.P | sign << 255).to_bytes(32, "little")
            rows.append(("bad", key.hex() + " key"))
rows += [("bad", public.hex()[:-2] + " key"), ("bad", public.hex() + "00 key")]
for (want, text), got in zip(rows, ask("ed25519", [text for _, text in rows])):
    t.check(got == want, "%s: %s" % (text, got))
t.end(28)
END

# Which of them have each bit of key, digest and signature flipped; tests/long/flips.t has all.
exits 0 "the registry's 10 receipts and 9 findings; each bit of one of both" python 0 10 <<'END'
from pith import *

t = Tally()
key = bytes.fromhex(load("vectors/pith-mirrors.json")["mirrors"][0]["public_key"]["public_key_hex"])
rows = [(r["canonical_sha256"], r["signature_b64"])
        for r in load("vectors/pith-signed-records.json")]
rows += [(r["payload_sha256"], r["signature_b64"])
         for r in load("vectors/pith-integrity-signatures.json")]
good, bad = [], []
for i, (digest, sig) in enumerate(rows):
    parts = [key, bytes.fromhex(digest), base64.b64decode(sig)]
    good.append(" ".join(p.hex() for p in parts))
    # The text of the digest is not what was signed.
    bad.append("%s %s %s" % (key.hex(), digest.encode().hex(), parts[2].hex()))
    if str(i) in sys.argv[1:]:
        for k, part in enumerate(parts):
            bad += [" ".join(p.hex() for p in parts[:k] + [flipped] + parts[k + 1:])
                    for flipped in flips(part)]
for line, got in zip(good, ask("ed25519", good)):
    t.check(got == "ok", line)
for line, got in zip(bad, ask("ed25519", bad)):
    t.check(got == "bad", line)
t.end(2 * 19 + 2 * 1024)
END

done_testing
