#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Trees, notes, checkpoints, tiles and proofs of a log against the vectors of others.

. "$(dirname "$0")/../lib.sh"

need_python

exits 0 "hash functions against Python's, around every block" python <<'END'
from pith import *

t = Tally()
rows = []
for kind in "md5 sha1 sha224 sha256 sha384 sha512 ripemd160".split():
    try:
        hashlib.new(kind)
    except ValueError:
        continue
    for n in [*range(0, 140), 255, 256, 257, 1000]:
        data = bytes(i * 7 & 255 for i in range(n))
        rows.append((kind, data, hashlib.new(kind, data).hexdigest()))
# Keccak-256 with the original padding; 7bf2... is the SHA3-256 test of 0xcc by that padding.
rows += [("keccak256", bytes.fromhex(h), d) for h, d in (
    ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ("80", "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"),
    ("cc", "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a"))]
# The million-letter and the classic vectors of RIPEMD-160's authors.
rows += [("ripemd160", s, d) for s, d in (
    (b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    (b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    (b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    (b"1234567890" * 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
    (b"a" * 1000000, "52783243c1697bdbe16d37f97f68f08325dc1528"))]
lines = ["hash %s %s" % (kind, hexed(data)) for kind, data, _ in rows]
for (kind, data, want), got in zip(rows, ask("anchor_log", lines)):
    t.check(got == want, "%s of %d bytes: %s" % (kind, len(data), got))
t.end(700)
