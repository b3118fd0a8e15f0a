#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Bundles as large as the limits let them be, of everything that takes memory: judged on two
# threads, merged, and stored beside each other, no run takes more than 256 MiB.

. "$(dirname "$0")/../lib.sh"

need_python

exits 0 "the largest bundles, two at once" python <<'END'
import resource, shutil
from pith import *

MOST = 256 << 10	# KiB
t = Tally()
if b"__asan_init" in read(PITHTEX):
    MOST *= 8
base = json.loads(sample())
size = 31 << 20


def filled(name, **members):
    """Written as NAME.tar.gz, with text up to the largest tar."""
    whole = {**base, **members}
    whole["text"] = "t" * (size - len(dump(whole)))
    write(name + ".tar.gz", archive({"bundle.json": dump(whole)}))


def event(tag, i, **more):
    return {"event_type": "%st%d" % (tag, i), "event_id": "%s%d" % (tag, i), **more}


for tag in "ab":
    filled(tag + "-objects", x=[{"%05d%s%s" % (i, tag, "k" * 70): {}} for i in range(195000)])
    filled(tag + "-members", x={"%07d%s%s" % (i, tag, "k" * 30): "" for i in range(590000)})
    filled(tag + "-events", events=base["events"] + [
        event(tag, i, payload={"n": "n" * 1500}) for i in range(16300)])
    filled(tag + "-aliases", events=base["events"] + [
        event(tag, i, created_at="2020-01-01T00:00:%02dZ" % (i % 60)) for i in range(16300)],
        source_aliases=[{"alias_kind": tag, "alias_value": "v%d%s" % (i, "k" * 700)}
                        for i in range(16300)])
for kind in "objects", "members", "events", "aliases":
    a, b = "a-%s.tar.gz" % kind, "b-%s.tar.gz" % kind
    shutil.rmtree("cache", ignore_errors=True)
    for words, want in ((("verify", "-q", a, b), (0,)), (("merge", "-q", a, b), (0, 2)),
                        (("cache", "add", "-q", "--cache", "cache", a), (0,)),
                        (("cache", "add", "-q", "--cache", "cache", b), (0, 1))):
        got = run(*words, timeout=600)
        t.check(got.returncode in want, "%r: %d %r" % (words, got.returncode, got.stderr[:300]))
        # The largest of all runs so far.
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        t.check(peak <= MOST, "%r: %d KiB" % (words, peak))
t.end(32)
END

done_testing
