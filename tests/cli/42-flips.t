#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One changed bit and nothing is good any more: of the record, of its digest, of the signature, of
# the key, of the archive.  What others can change without a trace is the deflate coding, and then
# the inner tar, which is what identifies an archive, is the same.
#
# Here one bundle and most of its bits; tests/long/flips.t has ten, and all of them.

. "$(dirname "$0")/../lib.sh"

need_python

exits 0 "each bit of the record as stored, and every fifth of its copy" python <<'END'
from pith import *

t, text, names = Tally(), sample(), []
at = -1
for copy in range(2):
    at = text.index(b'"canonical_record":{', at + 1) + len(b'"canonical_record":')
    end = text.index(b',"canonical_sha256"', at)
    for i, flipped in enumerate(flips(text[at:end])):
        if copy == 1 and i % 5 != 0:
            continue
        names.append("%d.%d" % (copy, i))
        write(names[-1], text[:at] + flipped + text[end:])
write("as-it-is", text)
for got in verify(names + ["as-it-is"]):
    want = ("good",) if got["file"] == "as-it-is" else ("wrong", "damaged")
    t.check(got["verdict"] in want, "%(file)s is %(verdict)s" % got)
t.end(4000)
END

exits 0 "each value of the record, all else made to fit but the signature" python <<'END'
from pith import *

t, names = Tally(), []
old = json.loads(sample())
sig = old["events"][0]["payload"]["receipt"]["signature_b64"]
def variants(value):
    if isinstance(value, dict):
        for key in value:
            rest = {k: v for k, v in value.items() if k != key}
            yield rest
            yield {**rest, key + "x": value[key]}
            for other in variants(value[key]):
                yield {**value, key: other}
        yield {**value, "new": None}
    elif isinstance(value, list):
        yield value + [""]
    elif isinstance(value, str):
        for flipped in flips(value.encode()):
            try:
                yield flipped.decode()
            except UnicodeDecodeError:
                pass
    else:
        yield value + 1
        yield str(value)
for record in variants(old["canonical_record"]):
    try:
        made = bundle(record, sig)
    except (KeyError, TypeError):
        continue
    names.append("v%d" % len(names))
    write(names[-1], dump(made))
for got in verify(names):
    t.check(got["verdict"] in ("forged", "damaged"), "%(file)s is %(verdict)s" % got)
    if got["verdict"] == "good":
        print(read(got["file"]))
t.end(1500)
END

exits 0 "each bit of the stated digests and numbers, and of the signature" python <<'END'
from pith import *

t, text, names = Tally(), sample(), []
old = json.loads(text)
payload = old["events"][0]["payload"]
places = [old["canonical_sha256"], old["pith_number"], old["short_pith_number"],
          payload["receipt"]["signature_b64"]]
for i, word in enumerate(places):
    at = -1
    while True:
        at = text.find(b'"%s"' % word.encode(), at + 1)
        if at < 0:
            break
        end = at + 1 + len(word)
        for k, flipped in enumerate(flips(text[at + 1:end])):
            names.append("%d.%d.%d" % (i, at, k))
            write(names[-1], text[:at + 1] + flipped + text[end:])
for got in verify(names):
    want = ("forged", "damaged") if got["file"][0] == "3" else ("wrong", "damaged")
    t.check(got["verdict"] in want, "%(file)s is %(verdict)s" % got)
t.end(2000)
END

exits 0 "each bit of the key: no ring, or the receipt does not hold" python <<'END'
from pith import *

t = Tally()
write("bundle.json", sample())
keys = read(os.path.join(TOP, "bundles", "keys", "pith-mirrors.json"))
key = json.loads(keys)["mirrors"][0]["public_key"]["public_key_hex"]
verdicts = {}
for i, flipped in enumerate([bytes.fromhex(key)] + list(flips(bytes.fromhex(key)))):
    os.makedirs("keys", exist_ok=True)
    write("keys/k.json", dump({"key_id": REGISTRY, "public_key_hex": flipped.hex()}))
    got = run("verify", "bundle.json", keys="keys")
    verdict = ("good" if got.returncode == 0 else "no ring" if b"key not usable" in got.stderr
               else "forged" if b"does not verify" in got.stderr else repr(got))
    verdicts[verdict] = verdicts.get(verdict, 0) + 1
    t.check(verdict == "good" if i == 0 else verdict in ("no ring", "forged"), verdict)
t.end(257)
END

exits 0 "each byte of the archive, inverted and with its last bit flipped" python <<'END'
from pith import *

t, names = Tally(), []
data = read(os.path.join(BUILD, "bundles", SAMPLE + ".tar.gz"))
for i in range(len(data)):
    for mask in (0xff, 0x01):
        names.append("%02x.%d" % (mask, i))
        write(names[-1], data[:i] + bytes([data[i] ^ mask]) + data[i + 1:])
write("as-it-is", data)
all = verify(["as-it-is"] + names)
tar, survivors = all[0]["tar_sha256"], []
t.check(all[0]["verdict"] == "good", "the archive itself")
for got in all[1:]:
    if got["verdict"] == "good":
        survivors.append(got["file"])
        t.check(got["file"].startswith("01") and got["tar_sha256"] == tar, got["file"])
    else:
        t.check(got["verdict"] == "damaged", "%(file)s is %(verdict)s" % got)
print("survivors with the same inner tar:", survivors)
t.end(2 * len(data))
END

done_testing
