# SPDX-License-Identifier: MIT
"""A second writer of snapshots: one of many entries and few bundles, in which the same archive
comes and goes.  So a full shard is a small file.

	long_log.py DIR NAME KEY.pem BUNDLE.tar.gz SIZE...

writes the snapshot of the last SIZE, with a checkpoint for each of them, signed by openssl."""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile

from pith import read, write

SHARD = 65536


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write(path, data)


def tiles(folder, levels, entries, size):
    """The tiles of a log at one size: full ones and partial ones."""
    rows = [(str(n), [b"%b" % h for h in hashes]) for n, hashes in enumerate(levels)]
    rows.append(("entries", [len(e).to_bytes(2, "big") + e for e in entries]))
    for name, all_items in rows:
        n = size if name == "entries" else size >> (8 * int(name))
        for i in range(0, n, 256):
            some = all_items[i:min(i + 256, n)]
            number = "%03d" % (i // 256)
            if len(some) < 256:
                number += ".p/%d" % len(some)
            put("%s/tile/%s/%s" % (folder, name, number), b"".join(some))


def root(levels, size):
    """The root out of the hashes of perfect trees, level 0 being the leaves."""
    def tree(first, n):
        if n == 1:
            return levels[0][first]
        k = 1
        while 2 * k < n:
            k *= 2
        return sha256(b"\1", tree(first, k), tree(first + k, n - k))
    return tree(0, size)


def main(folder, name, key, bundle, *sizes):
    sizes = [int(s) for s in sizes]
    data = read(bundle)
    inner = subprocess.run(["gzip", "-dc", bundle], stdout=subprocess.PIPE, check=True).stdout
    suffix = os.path.basename(bundle)[:26]
    digest = hashlib.sha256(inner).hexdigest()
    member = "%s/%s.%s.tar.gz" % (suffix[:2], suffix, digest[:16])
    version = 1
    entries, index = [], []
    for i in range(sizes[-1]):
        event = "withdraw" if i % 2 else "add"
        entries.append(("pith-log/v1\n%s %s %d\n%s %d\n" % (event, suffix, version, digest,
                                                           len(inner))).encode())
        stored = ["-"] * 4 if i % 2 else [hashlib.sha256(data).hexdigest(), str(len(data)),
                                          "%04d" % (i // SHARD), member]
        index.append("\t".join([str(i), event, suffix, str(version), digest, str(len(inner))]
                               + stored) + "\n")
    levels = [[sha256(b"\0", e) for e in entries]]
    while len(levels[-1]) >= 256:
        below = levels[-1]
        levels.append([])
        for i in range(0, len(below) - 255, 256):
            row = below[i:i + 256]
            while len(row) > 1:
                row = [sha256(b"\1", row[j], row[j + 1]) for j in range(0, len(row), 2)]
            levels[-1].append(row[0])
    public = subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-outform", "DER"],
                            stdout=subprocess.PIPE, check=True).stdout[-32:]
    identity = sha256(name.encode() + b"\n\1" + public)[:4]
    for size in sizes:
        tiles(folder, levels, entries, size)
        text = "%s\n%d\n%s\n" % (name, size, base64.b64encode(root(levels, size)).decode())
        with tempfile.NamedTemporaryFile() as f:
            f.write(text.encode())
            f.flush()
            signature = subprocess.run(["openssl", "pkeyutl", "-sign", "-inkey", key, "-rawin",
                                        "-in", f.name], stdout=subprocess.PIPE, check=True).stdout
        note = "%s\n\u2014 %s %s\n" % (text, name, base64.b64encode(identity + signature).decode())
        put("%s/checkpoints/%d" % (folder, size), note.encode())
    write(folder + "/checkpoint", note.encode())
    write(folder + "/index.tsv", "".join(index).encode())
    with tempfile.TemporaryDirectory() as box:
        put("%s/%s" % (box, member), data)
        shard = subprocess.run(
            "tar --sort=name --hard-dereference --format=ustar --owner=0 --group=0"
            " --numeric-owner --mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf - *", shell=True,
            cwd=box, stdout=subprocess.PIPE, check=True).stdout
    for first in range(0, sizes[-1], SHARD):
        width = min(SHARD, sizes[-1] - first)
        path = "%s/shards/%04d%s.tar" % (folder, first // SHARD,
                                         "" if width == SHARD else ".p/%d" % width)
        put(path, shard)
        put(path + ".sha256", ("%s  %s\n" % (hashlib.sha256(shard).hexdigest(),
                                             os.path.basename(path))).encode())
    print("%s+%s+%s" % (name, identity.hex(), base64.b64encode(b"\1" + public).decode()))


main(*sys.argv[1:])
