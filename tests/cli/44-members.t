#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every kind of JSON file that the program reads refuses the same documents, each with file and
# place; also with a stack of 256 KiB.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "as bundle.json alone, as bundle.json packed, as each other member" python <<'END'
from pith import *

t, names, label = Tally(), [], {}
folder = os.path.join(SHARED, "adversarial", "json")
members = ["bundle.json", "citation-record.json", "graph.json", "integrity.json", "record.json",
           "state.json"]
for name in sorted(os.listdir(folder)):
    text = read(os.path.join(folder, name))
    for member in members:
        names.append("%s.%s.tar.gz" % (name, member))
        write(names[-1], archive({"bundle.json": sample(), member: text}))
        label[names[-1]] = name, member
    names.append(name)
    write(name, text)
    label[name] = name, "bundle.json"
for got in verify(names):
    name, member = label[got["file"]]
    good = name.startswith("accept") and member != "bundle.json"
    t.check(got["verdict"] == ("good" if good else "damaged"), "%(file)s: %(verdict)s" % got)
    if name.startswith("reject") and got["file"] != name:
        why = [c["text"] for c in got["checks"] if c["result"] == "fail"]
        t.check(len(why) == 1 and why[0].startswith(member + ": ")
                and ("line " in why[0] or "byte " in why[0]), repr(why))
t.end(56 * 7 + 47 * 6)
END

# What is around an accepted document must not matter: it stands in the bundle as an unknown member,
# and the text is packed as it is.
exits 0 "an accepted document inside a bundle is kept exactly" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "adversarial", "json")
for name in sorted(os.listdir(folder)):
    if not name.startswith("accept"):
        continue
    text = read(os.path.join(folder, name))
    whole = sample()[:-1] if sample().endswith(b"}") else sample().rstrip()[:-1]
    os.makedirs("in", exist_ok=True)
    write("in/bundle.json", whole + b',"x":' + text + b"}")
    packed, out = run("pack", "-q", "-o", "x.tar.gz", "in"), "out-" + name
    unpacked = run("unpack", "-q", "x.tar.gz", out)
    t.check(packed.returncode == 0, "%s: %r" % (name, packed.stderr))
    t.check(unpacked.returncode == 0, "%s: %r" % (name, unpacked.stderr))
    t.check(read(out + "/bundle.json") == read("in/bundle.json"), "%s: other bytes" % name)
t.end(27)
END

exits 0 "as key file and as sidecar" python <<'END'
from pith import *

t = Tally()
folder = os.path.join(SHARED, "adversarial", "json")
write("good.json", sample())
os.makedirs("ring", exist_ok=True)
key = dump({"key_id": "k", "public_key_hex": json.loads(read(os.path.join(
    TOP, "bundles/tests/keys/test-registry.json")))["public_key_hex"]})
for name in sorted(os.listdir(folder)):
    text = read(os.path.join(folder, name))
    for file, other in (("ring/k.json", None), ("ring/k.json.trust", key)):
        write("ring/k.json", other or text)
        write(file, text)
        got = run("verify", "good.json", keys="ring")
        lines = got.stderr.decode().splitlines()
        t.check(got.returncode == 2 and len(lines) == 1 and file in lines[0],
                "%s as %s: %d %r" % (name, file, got.returncode, lines))
        for made in os.listdir("ring"):
            os.unlink("ring/" + made)
    # A key with what is accepted beside it is a key.
    if name.startswith("accept") and name not in ("accept-plain.json",):
        write("ring/k.json", key[:-1] + b',"x":' + text + b"}")
        got = run("verify", "good.json", keys="ring")
        t.check(got.returncode == 1, "%s inside: %r" % (name, got.stderr))
        os.unlink("ring/k.json")
t.end(112)
END

exits 0 "deep documents need no stack" python <<'END'
from pith import *

t = Tally()
small = None if b"__asan_init" in read(PITHTEX) else "ulimit -s 256"
folder = os.path.join(SHARED, "adversarial", "json")
for name in ("reject-deep-array.json", "reject-deep-object.json", "accept-depth-64.json"):
    text = read(os.path.join(folder, name))
    write("deep.tar.gz", archive({"bundle.json": sample(), "state.json": text}))
    got = run("verify", "deep.tar.gz", limit=small)
    want = 0 if name.startswith("accept") else 1
    t.check(got.returncode == want, "%s: %d %r" % (name, got.returncode, got.stderr))
    t.check(want == 0 or b"nested deeper than 64" in got.stderr, repr(got.stderr))
# Right at the limit, in the record itself.
record = json.loads(sample())["canonical_record"]
for depth in (58, 200):
    value = 1
    for _ in range(depth):
        value = [value]
    write("deep.json", dump(bundle({**record, "x": value})))
    got = run("verify", "deep.json", limit=small)
    word = b"unsigned" if depth < 64 else b"nested deeper"
    t.check(got.returncode == 1 and word in got.stderr, repr(got))
t.end(8)
END

done_testing
