# SPDX-License-Identifier: MIT
"""What the test programs in Python share: a second, independent reading of the formats, and ways to
ask the program under test.  Only the standard library, Python 3.9 or later."""

import base64
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile

SHARED = os.environ.get("PITHTEX_SHARED", "")
TOP = os.environ["TOP"]
BUILD = os.environ["BUILD"]
PITHTEX = os.environ["PITHTEX"]
REGISTRY = "pith-v1-2026-05"
SAMPLE = "RE7YA4NUEPAVNSZTI7K5XFZRCI"

# --- the formats -------------------------------------------------------------

def canon(value):
    """Canonical bytes: this line of Python is their definition."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def number(record):
    digest = hashlib.sha256(canon(record)).digest()
    year = record["metadata"]["submitted_at"][:4]
    return "pith:%s:%s" % (year, base64.b32encode(digest)[:26].decode())


def bundle(record, signature=None, key_id=REGISTRY, **more):
    """A bundle.json as the registry lays it out, with as little in it as makes sense."""
    digest = sha256(canon(record))
    payload = {"canonical_record": record, "canonical_sha256": digest}
    if signature is not None:
        payload["receipt"] = {"kind": "pith_receipt", "key_id": key_id, "algorithm": "ed25519",
                              "signature_b64": signature}
    event = {"event_type": "record_created", "subject_pith_number": number(record),
             "target": "record", "payload": payload}
    return {"bundle_type": "pith_open_graph_bundle", "bundle_version": "1.0",
            "pith_number": number(record), "short_pith_number": number(record)[:5]
            + number(record)[10:18], "canonical_record": record, "canonical_sha256": digest,
            "events": [event], **more}


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def tar_of(members):
    """An inner tar by Python's own tarfile; members are (name, bytes) in order."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(data), 315532800, 0o644
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def archive(files):
    """A bundle archive of {name: bytes}."""
    names = sorted(files)
    manifest = "".join("%s  %s\n" % (sha256(files[n]), n) for n in names).encode()
    members = [("manifest-sha256.txt", manifest)] + [(n, files[n]) for n in names]
    return gzip.compress(tar_of(members), 9, mtime=0)


def load(name):
    with open(os.path.join(SHARED, name), "rb") as f:
        return json.load(f)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def sample(suffix=SAMPLE, name="bundle.json"):
    return read(os.path.join(TOP, "bundles", "samples", suffix, name))


# --- the program -------------------------------------------------------------

def run(*words, keys=None, limit=None, timeout=60):
    """Run the program; gives a CompletedProcess with bytes."""
    env = dict(os.environ)
    if keys is not None:
        env["PITHTEX_KEYS"] = keys
    command = [PITHTEX, *words]
    if limit is not None:
        command = ["sh", "-c", limit + '; exec "$@"', "sh", *command]
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=env, timeout=timeout)


def verify(paths, keys=None):
    """The report of each file, many files in one call."""
    out = []
    for i in range(0, len(paths), 2000):
        some = paths[i:i + 2000]
        got = run("verify", "--json", "-q", *some, keys=keys, timeout=600)
        if got.returncode not in (0, 1):
            raise SystemExit("verify ended with %d: %r" % (got.returncode, got.stderr[:500]))
        files = json.loads(got.stdout)["files"]
        if [f["file"] for f in files] != some:
            raise SystemExit("verify answered other files than it was asked")
        if (got.returncode == 0) != all(f["verdict"] == "good" for f in files):
            raise SystemExit("exit status %d does not fit the verdicts" % got.returncode)
        out += files
    return out


def ask(tool, lines, *words):
    """One answer a line from a program of tests/tools."""
    lines = list(lines)
    got = subprocess.run([os.path.join(BUILD, "tests", "tools", tool), *words],
                         input="".join(line + "\n" for line in lines).encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    answers = got.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if got.returncode != 0 or len(answers) != len(lines):
        raise SystemExit("%s ended with %d after %d of %d answers: %s" % (
            tool, got.returncode, len(answers), len(lines), got.stderr.decode()[-2000:]))
    return answers


def hexed(data):
    return data.hex() or "-"


def flips(data):
    """All copies of some bytes in which one bit is another."""
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        yield bytes(flipped)


# --- the outcome -------------------------------------------------------------

class Tally:
    """Counts what was tried and prints what went wrong; the exit status is its own."""

    def __init__(self):
        self.tried, self.wrong = 0, 0

    def check(self, good, text):
        self.tried += 1
        if not good:
            self.wrong += 1
            if self.wrong <= 20:
                print(text)

    def end(self, at_least=1):
        if self.tried < at_least:
            print("only %d of %d cases were there" % (self.tried, at_least))
        print("%d cases, %d wrong" % (self.tried, self.wrong))
        sys.exit(self.wrong > 0 or self.tried < at_least)
