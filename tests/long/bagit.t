#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A bag that lists a million files takes no more memory than anything else may; more files than
# that, or a list that does not end, are refused.

. "$(dirname "$0")/../lib.sh"

need_python

mkdir -p bag/data
printf 'one\n' >bag/data/one
printf 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' >bag/bagit.txt

exits 0 "a million files, and more" python <<'END'
import hashlib, resource
from pith import *

t = Tally()

def lists(count, path, *kinds):
    for kind in kinds:
        with open("bag/manifest-%s.txt" % kind, "w") as f:
            for i in range(count):
                p = path % i
                f.write("%s  %s\n" % (getattr(hashlib, kind)(p.encode()).hexdigest(), p))

def check(status, verdict, text, name):
    got = run("deposit", "verify", "--complete", "bag")
    out = got.stdout.decode()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print("# %s: %d kB" % (name, peak))
    t.check(got.returncode == status, "%s: status %d" % (name, got.returncode))
    t.check("\n  %s: " % verdict in out, "%s: %s" % (name, out[-300:]))
    t.check(text in out, "%s: no %s" % (name, text))
    t.check(out.count("\n") < 5000, "%s: too many lines" % name)
    t.check(peak < 262144 or sanitized, "%s: %d kB" % (name, peak))

sanitized = b"__asan_init" in read(os.environ["PITHTEX"])
lists(1000000, "data/objects/RW/%026d.tar.gz", "sha256", "sha512")
check(1, "damaged", "and 999000 more of this kind", "a million files")
lists(1000000, "data/objects/RW/%026d.tar.gz", "md5", "sha1", "sha224", "sha256", "sha512")
check(1, "damaged", "and 999000 more of this kind", "with five digests each")
for kind in ("md5", "sha1", "sha224", "sha512"):
    os.unlink("bag/manifest-%s.txt" % kind)
lists(1048577, "data/%d", "sha256")
check(2, "undecided", "more than 1048576 files", "more than there may be")
lists(60000, "data/" + "x" * 4000 + "%d", "sha256")
check(2, "undecided", "paths and digests of more than", "longer paths than there may be")
with open("bag/manifest-sha256.txt", "wb") as f:
    f.truncate(1 << 40)
check(2, "undecided", "more than 65536 bytes", "a list that does not end")
t.end(25)
END

done_testing
