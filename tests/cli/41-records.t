#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every record and signature of the registry that is known.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "75 records give their digest and number" python <<'END'
from pith import *

t, rows = Tally(), load("vectors/pith-records.json")
names = ["r%02d.json" % i for i in range(len(rows))]
for name, row in zip(names, rows):
    record = row["canonical_record"]
    # Stored in another order than the canonical one.
    write(name, dump(bundle(dict(reversed(record.items())))))
for row, got in zip(rows, verify(names)):
    t.check(got["verdict"] == "unsigned", "%(file)s is %(verdict)s" % got)
    t.check(got["number"] == row["pith_number"], "%(file)s: %(number)s" % got)
    t.check(got["canonical_sha256"] == row["canonical_sha256"], "%(file)s: digest" % got)
    failed = [c for c in got["checks"] if c["result"] == "fail"]
    t.check([c["check"] for c in failed] == ["receipt"], repr(failed))
t.end(4 * 75)
END

exits 0 "each of them under each other's number is wrong" python <<'END'
from pith import *

t, rows = Tally(), load("vectors/pith-records.json")
names = []
for i, row in enumerate(rows):
    other = rows[i - 1]
    for field in ("pith_number", "canonical_sha256"):
        names.append("w%d-%s.json" % (i, field))
        value = bundle(row["canonical_record"])
        value[field] = other[field]
        write(names[-1], dump(value))
for got in verify(names):
    t.check(got["verdict"] == "wrong", "%(file)s is %(verdict)s" % got)
t.end(150)
END

exits 0 "the ten that are signed: as packed, as plain files, in the smallest form" python <<'END'
from pith import *

t, rows = Tally(), load("vectors/pith-signed-records.json")
names, numbers = [], []
for row in rows:
    suffix = row["pith_number"][10:]
    write(suffix + ".json", dump(bundle(row["canonical_record"], row["signature_b64"])))
    names += [suffix + ".json", os.path.join(BUILD, "bundles", suffix + ".tar.gz"),
              os.path.join(TOP, "bundles", "samples", suffix, "bundle.json")]
    numbers += 3 * [row["pith_number"]]
for want, got in zip(numbers, verify(names)):
    t.check(got["verdict"] == "good" and got["number"] == want, "%(file)s: %(verdict)s" % got)
t.end(30)
END

exits 0 "a signature of another record is forged" python <<'END'
from pith import *

t, rows = Tally(), load("vectors/pith-signed-records.json")
names = []
for i, row in enumerate(rows):
    for k, other in enumerate(rows):
        names.append("s%d-%d.json" % (i, k))
        write(names[-1], dump(bundle(row["canonical_record"], other["signature_b64"])))
for name, got in zip(names, verify(names)):
    i, k = name[1:-5].split("-")
    t.check(got["verdict"] == ("good" if i == k else "forged"), "%(file)s: %(verdict)s" % got)
t.end(100)
END

# The findings' bundle has a record of its own, since the papers' records are not among the vectors.
exits 0 "nine findings hold; with another digest or signature they are forged" python <<'END'
from pith import *

t, rows = Tally(), load("vectors/pith-integrity-signatures.json")
base, names, want = sample(), [], []
for i, row in enumerate(rows):
    event = {k: v for k, v in row.items() if k != "arxiv_id"}
    other = rows[i - 1]
    for label, change in (("good", {}),
                          ("forged", {"payload_sha256": other["payload_sha256"]}),
                          ("forged", {"signature_b64": other["signature_b64"]}),
                          ("good", {"signing_key_id": "somebody else"})):
        names.append("i%d.tar.gz" % len(names))
        want.append((label, "somebody" in str(change)))
        write(names[-1], archive({"bundle.json": base,
                                  "integrity.json": dump({"events": [{**event, **change}]})}))
for (label, stranger), got in zip(want, verify(names)):
    check = [c for c in got["checks"] if c["check"] == "integrity"][0]
    t.check(got["verdict"] == label, "%(file)s: %(verdict)s" % got)
    t.check(check["result"] == ("fail" if label == "forged" else "note" if stranger else "pass"),
            repr(check))
t.end(72)
END

exits 0 "titles have the digests that the records state" python <<'END'
from pith import *

t, names = Tally(), []
for row in load("vectors/pith-records.json"):
    if row["title"] is not None:
        names.append("t%d.tar.gz" % len(names))
        write(names[-1], archive({"bundle.json": dump(bundle(row["canonical_record"])),
                                  "record.json": dump({"paper": {"title": row["title"]}})}))
for got in verify(names):
    check = [c for c in got["checks"] if c["check"] == "title"]
    t.check(check and check[0]["result"] == "pass", "%(file)s %(title)s" % got)
t.end(5)
END

done_testing
