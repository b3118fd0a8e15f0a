#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Hostile archives: each is refused in the same words by every command that reads one, within two
# seconds and 256 MiB, and nothing in the file system changes.

. "$(dirname "$0")/../lib.sh"

need_python
need_shared

exits 0 "the archives are made" /usr/bin/python3 "$PITHTEX_SHARED/adversarial/make_archives.py" \
	"$BUILD/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" in

exits 0 "the good one is good" "$PITHTEX" verify -q in/good.tar.gz
rm in/good.tar.gz
mkdir in/c14-directory.tar.gz
ln -s /dev/null in/c14-null.tar.gz

exits 0 "26 archives and three others, through verify, show and unpack" python <<'END'
import time
from pith import *

GIST = {
    "c01-dotdot": 'name not allowed: "../escape.json"',
    "c02-absolute": 'name not allowed: "/tmp/pithtex-escape.json"',
    "c03-symlink-through": '"out": entry type not allowed',
    "c04-hardlink": '"h": entry type not allowed', "c05-fifo-device": "entry type not allowed",
    "c06-dup-last": "duplicate entry record.json", "c06-dup-first": "duplicate entry record.json",
    "c07-dup-dotslash": 'name not allowed: "./record.json"',
    "c07-dup-case": 'name not allowed: "RECORD.JSON"',
    "c08-trailing-garbage": "bytes after the gzip data",
    "c08-trailing-nul": "bytes after the gzip data",
    "c09-second-member": "more than one gzip member", "c10-cut-half": "gzip data cut",
    "c11-cut-trailer-8": "gzip data cut", "c11-cut-trailer-1": "gzip data cut",
    "c12-bomb": "larger than 32 MiB", "c13-pax-path": "extended header not allowed",
    "c14-not-gzip": "not a bundle (gzip expected)", "c14-empty": "not a bundle (gzip expected)",
    "c14-text": "not a bundle (gzip expected)", "c14-empty-gzip": "not a tar",
    "c14-directory": "is a folder", "c14-null": "not a regular file",
    "c15-bad-checksum": "damaged header", "c15-size-negative": "damaged header",
    "c15-size-huge": "damaged header", "c16-many-entries": "more than 4096 entries",
    "c17-after-eof": "bytes after the end of the archive",
}

def tree():
    """Every name under the sandbox and /tmp/pithtex*, with what stands there."""
    out = {}
    for dir, folders, files in os.walk(os.path.dirname(os.getcwd())):
        for name in folders + files:
            path = os.path.join(dir, name)
            st = os.lstat(path)
            out[path] = (st.st_mode, st.st_mtime_ns, os.path.isfile(path)
                         and os.path.getsize(path) < 1 << 23 and read(path))
    return out

def escaped():
    return [n for n in os.listdir("/tmp") if n.startswith("pithtex-escape")]

asan = b"__asan_init" in read(PITHTEX)
limit = None if asan else "ulimit -v 262144"
t = Tally()
for leftover in ("out", "err"):
    write(leftover, b"")
os.mkdir("home")
write("home/record.json", b"an old file")
names = sorted(os.listdir("in"))
t.check({n[:-7] for n in names} == set(GIST), "other names: %r" % names)
before = tree()
for name in names:
    path, gist = "in/" + name, GIST[name[:-7]]
    for words, status in ((("verify", path), 1), (("show", path), 2), (("unpack", path, "home"), 2),
                          (("unpack", path), 2)):
        if "directory" in name:
            status = 2
        began = time.monotonic()
        got = run(*words, limit=limit)
        took = time.monotonic() - began
        lines = got.stderr.decode().splitlines()
        label = "%s: %d, %.1f s, %r" % (" ".join(words), got.returncode, took, lines)
        t.check(got.returncode == status, label)
        t.check(len(lines) == 1 and lines[0].startswith("pithtex: " + path + ": "), label)
        t.check(gist in got.stderr.decode(), label)
        t.check(took < (20 if asan else 2), label)
        t.check(words[0] == "verify" or got.stdout == b"", label)
    t.check(escaped() == [], "something in /tmp: %r" % escaped())
after = tree()
for path in set(before) | set(after):
    t.check(before.get(path) == after.get(path), "%s changed" % path)
t.end(28 * 4 * 5)
END

# A few kilobytes that inflate to values, which cost memory: at the limit, and five times beyond it.
exits 0 "documents of many values are bounded, one by one and together" python <<'END'
from pith import *

t = Tally()
asan = b"__asan_init" in read(PITHTEX)
chain = b'{"a":' * 61 + b"1" + b"}" * 61
docs = {"objects": b'{"a":[' + b",".join([b"{}"] * 299000) + b"]}",
        "chains": b'{"a":[' + b",".join([chain] * 9600) + b"]}",
        "texts": b'{"a":[' + b",".join([b'"x"'] * 599000) + b"]}"}
members = ["citation-record.json", "graph.json", "integrity.json", "record.json", "state.json"]
for name, doc in docs.items():
    for n in (1, 5):
        write("many.tar.gz", archive({"bundle.json": sample(), **{m: doc for m in members[-n:]}}))
        got = run("verify", "many.tar.gz", limit=None if asan else "ulimit -v 262144")
        t.check(got.returncode == (n > 1), "%s, %d: %d %r" % (name, n, got.returncode, got.stderr))
        t.check(n == 1 or b"JSON values in all" in got.stderr, repr(got.stderr))
t.end(12)
END

exits 0 "as many events and aliases as a state holds, and one more" python <<'END'
from pith import *

t = Tally()
base = json.loads(sample())
for name, entry in ("events", {"event_type": "x"}), ("source_aliases",
                                                     {"alias_kind": "x", "alias_value": "y"}):
    old = base.get(name, [])
    for n in 16384, 16385:
        whole = {**base, name: old + [entry] * (n - len(old))}
        write("full.tar.gz", archive({"bundle.json": dump(whole)}))
        got = run("verify", "full.tar.gz")
        t.check(got.returncode == (n > 16384), "%s, %d: %r" % (name, n, got.stderr[:300]))
        t.check((b"%s: more than 16384 entries" % name.encode() in got.stderr) == (n > 16384),
                "%s, %d: %r" % (name, n, got.stderr[:300]))
t.end(8)
END

exits 0 "all of them in one call, in order, each with its verdict" python <<'END'
from pith import *

t = Tally()
names = ["in/" + n for n in sorted(os.listdir("in")) if "directory" not in n]
write("good.json", sample())
for got in verify(names + ["good.json"]):
    want = "good" if got["file"] == "good.json" else "damaged"
    t.check(got["verdict"] == want, "%(file)s: %(verdict)s" % got)
    t.check(want == "good" or got["number"] is None, got["file"])
    t.check(len([c for c in got["checks"] if c["result"] == "fail"]) == (want != "good"), repr(got))
t.end(28)
END

exits 2 "a hostile archive is no member to pack" "$PITHTEX" pack in/c01-dotdot.tar.gz
like err 'not a member of a bundle' "and is refused by its name"
for name in c01-dotdot c12-bomb c14-text; do
	mkdir -p "$name"
	cp "in/$name.tar.gz" "$name/bundle.json"
	exits 2 "$name as bundle.json to pack" "$PITHTEX" pack "$name"
	like err '^pithtex: .*not packed: .*bundle.json' "is refused"
done

done_testing
