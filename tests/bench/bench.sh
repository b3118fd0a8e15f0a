# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Benchmarks: two things measured in one run on one machine, told as a ratio beside the bar that
# it should keep.  Nothing here fails because something was slow.

need_python

# seconds CMD...: how long it takes, the best of three.
seconds() { python "$@" <<'END'
import subprocess, sys, time
best = None
for _ in range(3):
    start = time.monotonic()
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took = time.monotonic() - start
    best = took if best is None or took < best else best
print("%.4f" % best)
END
}

# many N CMD...: the same for N runs one after the other.
many() { python "$@" <<'END'
import subprocess, sys, time
best = None
for _ in range(3):
    start = time.monotonic()
    for _ in range(int(sys.argv[1])):
        subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took = time.monotonic() - start
    best = took if best is None or took < best else best
print("%.4f" % best)
END
}

# ratio A B BAR NAME: A divided by B, and what it should be.
ratio() {
	pass "$4: $(awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }') ($3)"
}

# made N DIR: N bundles signed by the test registry's key, as a cache in DIR.
made() {
	python "$1" "$2" <<'END'
import base64, gzip, hashlib, io, json, os, struct, sys
from nacl.signing import SigningKey
key = SigningKey(hashlib.sha256(b"pithtex test registry").digest())
n, top = int(sys.argv[1]), sys.argv[2]

def canon(v):
    return json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def header(name, size):
    h = bytearray(512)
    h[0:len(name)] = name
    h[100:124] = b"0000644\0000000000\0000000000\0"[:24]
    h[124:136] = b"%011o\0" % size
    h[136:148] = b"%011o\0" % 315532800
    h[148:156] = b" " * 8
    h[156:157] = b"0"
    h[257:265] = b"ustar\00000"
    h[329:345] = b"0000000\0000000000\0"[:16]
    h[148:156] = b"%06o\0 " % sum(h)
    return bytes(h)

for i in range(n):
    record = {"metadata": {"abstract_canon_sha256": "%064x" % i, "cross_cats_sorted": [],
              "license": "", "primary_cat": "cs.DL", "submitted_at": "2018-06-01T12:00:00Z",
              "title_canon_sha256": "%064x" % (i + 1)}, "schema_version": "1.0",
              "source": {"id": "%04d.%05d" % (i // 100000 + 1000, i % 100000),
                         "kind": "arxiv", "version": 1}}
    digest = hashlib.sha256(canon(record)).digest()
    suffix = base64.b32encode(digest)[:26].decode()
    number = "pith:2018:" + suffix
    sig = base64.b64encode(key.sign(digest).signature).decode()
    bundle = canon({"bundle_type": "pith_open_graph_bundle", "bundle_version": "1.0",
        "pith_number": number, "short_pith_number": number[:5] + suffix[:8],
        "canonical_record": record, "canonical_sha256": digest.hex(),
        "events": [{"event_type": "record_created", "subject_pith_number": number,
                    "target": "record", "payload": {"canonical_record": record,
                    "canonical_sha256": digest.hex(), "receipt": {"kind": "pith_receipt",
                    "key_id": "test-registry", "algorithm": "ed25519", "signature_b64": sig}}}]})
    manifest = ("%s  bundle.json\n" % hashlib.sha256(bundle).hexdigest()).encode()
    tar = b""
    for name, data in ((b"manifest-sha256.txt", manifest), (b"bundle.json", bundle)):
        tar += header(name, len(data)) + data + b"\0" * (-len(data) % 512)
    tar += b"\0" * (1024 + -(len(tar) + 1024) % 10240)
    os.makedirs(os.path.join(top, suffix[:2]), exist_ok=True)
    with open(os.path.join(top, suffix[:2], suffix + ".tar.gz"), "wb") as f:
        f.write(gzip.compress(tar, 6, mtime=0))
    last = (suffix, record["source"]["id"])
open(os.path.join(top, "last"), "w").write("%s %s\n" % last)
END
	[ -f "$2/generation" ] || "$PITHTEX" cache check -q --cache "$2" --rebuild
}
