#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The merge beside a second one, written from the manual without a thought for speed, over random
# sets of events: duplicates, forks, equal and missing times, events of every class, of known and
# of unknown types, claimants' among them.  Every order and every split gives the same bytes.
#
# $SETS says how many sets; tests/long/state-merge.t asks for more of them.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"

cat >"$BOX/naive.py" <<'END'
import datetime
import difflib
import itertools
import random
import re
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from pith import *

REGISTRY_KEY = SigningKey(hashlib.sha256(b"pithtex test registry").digest())
CLAIMANTS = [SigningKey(hashlib.sha256(b"claimant %d" % i).digest()) for i in range(3)]
KEYS = {"test-registry": REGISTRY_KEY.verify_key}
TRUSTED = {bytes(k.verify_key) for k in CLAIMANTS[:2]}
RECORD = json.loads(read(os.path.join(TOP, "bundles/tests/signed/bundle.json")))["canonical_record"]
OTHER = dict(RECORD, source={"id": "9912.00099", "kind": "arxiv", "version": 1})
NUMBER = number(RECORD)

# --- the rule ----------------------------------------------------------------

def holds(key, message, signature):
    try:
        key.verify(message, base64.b64decode(signature))
        return True
    except (BadSignatureError, ValueError):
        return False


def instant(text):
    """Microseconds; None for what is in none of the four forms."""
    m = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)", text or "",
                     re.ASCII)
    try:
        t = datetime.datetime.strptime(m[1], "%Y-%m-%dT%H:%M:%S")
    except (TypeError, ValueError):
        return None
    seconds = (t - datetime.datetime(1970, 1, 1)) // datetime.timedelta(seconds=1)
    return seconds * 10 ** 6 + int((m[2] or "").ljust(6, "0"))


def instant_text(us):
    t = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=us)
    return t.isoformat().rstrip("0" if t.microsecond else "") + "Z"


def text(value, *path):
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None


class Event:
    def __init__(self, event):
        self.v = {k: v for k, v in event.items()
                  if k not in ("event_id", "signature", "signature_b64")}
        self.identity = sha256(canon(self.v))
        named = event.get("event_id") is not None
        self.ids = {canon(event["event_id"]).decode()} if named else set()
        self.type, self.target = text(event, "event_type"), text(event, "target")
        self.claimant = (text(event, "envelope") or "").startswith("pithtex-event-")
        self.payload = event.get("payload")
        self.signer = next((s for s in (text(event, "payload", "receipt", "key_id"),
                            text(event, "signing_key_id"), text(event, "signer", "key_id"))
                            if s is not None), None)
        if self.claimant:
            self.signer = text(event, "signer", "public_key_hex")
        self.time = text(event, "created_at")
        if self.time is None:
            self.time = text(event, "payload", "receipt", "signed_at")
        self.instant = instant(self.time)
        self.created = self.type == "record_created" and not self.claimant
        said = self.payload
        if self.created:
            said = event["payload"].get("canonical_record", RECORD)
        self.content = sha256(canon(said))
        self.rank = self.judge(event)

    def judge(self, event):
        """0 valid, 1 unverifiable, 2 invalid."""
        if event.get("subject_pith_number", NUMBER) != NUMBER:
            return 2
        if self.claimant:
            if event["envelope"] != "pithtex-event-v1":
                return 1
            public = bytes.fromhex(event["signer"]["public_key_hex"])
            body = {k: v for k, v in event.items() if k != "signature_b64"}
            if not holds(VerifyKey(public), b"pithtex-event-v1\n" + canon(body),
                         event["signature_b64"]):
                return 2
            return 0 if public in TRUSTED else 1
        if self.created:
            receipt = event["payload"].get("receipt")
            return self.signature(receipt or {}, self.content, "key_id", 0)
        if self.type == "pith.integrity.v1":
            return self.signature(event, event.get("payload_sha256"), "signing_key_id", 1)
        return 1

    def signature(self, where, digest, key, good):
        if where.get(key) not in KEYS or "signature_b64" not in where or digest is None:
            return 1
        return good if holds(KEYS[where[key]], bytes.fromhex(digest), where["signature_b64"]) else 2

    def order(self):
        return (self.instant is not None, self.instant or 0, self.identity)

    def series(self):
        """None in front of every text."""
        first = [(s is not None, (s or "").encode()) for s in (self.signer, self.type, self.target)]
        return (self.claimant, *first, self.identity if self.target is None else "")


def standing(e, events):
    mine = [f for f in events if f.series() == e.series()]
    valid = [f for f in mine if f.rank == 0]
    if e.rank == 2:
        return "out"
    if e.rank == 1:
        others = [f for f in mine if f.rank == 1 and f.order() > e.order()]
        return "aside" if valid or others else "current"
    if any(f.order()[:2] > e.order()[:2] for f in valid):
        return "replaced"
    place = [f for f in valid if f.instant == e.instant]
    if any(f.content != e.content for f in place):
        return "equivocal"
    return "replaced" if any(f.order() > e.order() for f in place) else "current"


def inner(value):
    """Names in order, as in canonical bytes."""
    return json.loads(canon(value))


def row(e, events):
    out = {"identity": e.identity, "event_ids": [json.loads(i) for i in sorted(
               e.ids, key=lambda i: i.encode())],
           "event_type": e.type, "target": e.target, "created_at": e.time,
           "created_at_signed": e.claimant and e.rank < 2, "signer": e.signer,
           "content_sha256": e.content, "class": ["valid", "unverifiable", "invalid"][e.rank],
           "standing": standing(e, events)}
    return dict(out, payload=inner(e.payload)) if e.claimant else out


def counts(events, forks):
    by = [sum(e.rank == r for e in events) for r in range(3)]
    return {"event_count": len(events), "valid_event_count": by[0], "invalid_event_count": by[2],
            "equivocation_count": sum(f["open"] for f in forks), "unverifiable_event_count": by[1]}


def forks_of(events):
    out = []
    key = lambda e: (e.series(), *e.order()[:2])
    for k, place in itertools.groupby(sorted((e for e in events if e.rank == 0), key=key), key):
        place = sorted(place, key=Event.order)
        if len({e.content for e in place}) > 1:
            e = place[0]
            later = any(f.rank == 0 and f.series() == e.series() and f.order()[:2] > e.order()[:2]
                        for f in events)
            out.append({"signer": e.signer, "event_type": e.type, "target": e.target,
                        "instant": None if e.instant is None else instant_text(e.instant),
                        "open": not later, "identities": [f.identity for f in place]})
    return out


def full(e):
    return {"event_id": json.loads(min(e.ids, key=lambda i: i.encode())) if e.ids else None,
            "target": e.target, "created_at": e.time, "signer": inner(e.v.get("signer")),
            "payload": inner(e.payload), "event_type": e.type,
            "class": ["valid", "unverifiable"][e.rank]}


def merge(raw):
    """The state of these events, but for the words of why."""
    seen = {}
    for event in map(Event, raw):
        old = seen.setdefault(event.identity, event)
        old.ids |= event.ids
        old.rank = min(old.rank, event.rank)
    events = sorted(seen.values(), key=Event.order)
    ours = [e for e in events if not e.claimant]
    claims = [e for e in events if e.claimant]
    forks, claim_forks = forks_of(ours), forks_of(claims)
    current = [e for e in ours if standing(e, ours) == "current" and not e.created]
    graph = [e for e in current if isinstance(e.payload, dict)
             and isinstance(e.payload.get("graph_snapshot"), dict)]
    done = lambda kind, yes, no: next((yes + w for r, w in ((0, ""), (1, " (unverifiable)"))
        if any(e.type == kind and e.rank == r for e in current)), no)
    def number_of(kind, word):
        n = [e.rank for e in current if e.type == kind]
        return "%d %s%s" % (len(n), word, " (unverifiable)" * (1 in n)) if n else "open"
    return {"state_type": "pith_open_graph_state", "state_version": "1.0", "pith_number": NUMBER,
            "merge_version": "pithtex-merge-v1", **counts(ours, forks),
            "current": {"canonical_record": inner(RECORD), "source_aliases": [],
                        "graph_snapshots": [full(e) for e in graph],
                        "events": [full(e) for e in current if e not in graph]},
            "events": [row(e, ours) for e in ours], "equivocations": forks,
            "claimants": {**counts(claims, claim_forks),
                          "events": [row(e, claims) for e in claims],
                          "equivocations": claim_forks},
            "record_completeness": {
                "attested": done("attestation", "attested", "not attested"),
                "anchored": done("anchor", "anchored", "not anchored"),
                "stored": done("archive", "stored", "not stored"),
                "refs": "refs: not in this bundle",
                "Bitcoin timestamp": done("anchor", "anchored", "open"),
                "Internet Archive": done("archive", "stored", "open"),
                "Author claim": done("attestation", "attested", "open"),
                "Citations": number_of("citation", "signed"),
                "Replications": number_of("replication", "recorded")}}

# --- sets of events ----------------------------------------------------------

TIMES = [None, "2026-05-18T04:41:26Z", "2026-05-18T04:41:26.000000Z", "2026-05-18T04:41:26.5Z",
         "2026-05-18T04:41:26.500000+00:00", "2026-05-19T00:00:00+00:00", "2026-05-19T00:00:00Z",
         "yesterday", "2026-02-29T00:00:00Z", "2026-05-18T04:41:26.1234567Z"]


def timed(rng, event):
    t = rng.choice(TIMES)
    return event if t is None else dict(event, created_at=t)


def signed(key, digest):
    return base64.b64encode(key.sign(bytes.fromhex(digest)).signature).decode()


def created(rng):
    record = RECORD if rng.random() < .7 else OTHER
    digest = sha256(canon(record))
    receipt = {"kind": "pith_receipt", "key_id": "test-registry", "algorithm": "ed25519",
               "signed_at": rng.choice(TIMES[1:7]), "signature_b64": signed(REGISTRY_KEY, digest)}
    if record is RECORD and rng.random() < .3:
        receipt["key_id"] = "nobody"
    payload = {"canonical_record": record, "canonical_sha256": digest, "receipt": receipt}
    if record is RECORD and rng.random() < .2:
        del payload["receipt"]
    event = {"event_type": "record_created", "subject_pith_number": NUMBER, "target": "record",
             "payload": payload}
    if rng.random() < .3:
        event["signer"] = {"key_id": rng.choice(["test-registry", "x"])}
    return timed(rng, event)


def other(rng):
    event = {"event_type": rng.choice(["graph_snapshot", "attestation", "citation", "anchor",
                                       "archive", "replication", "n\u00e9w"])}
    event["subject_pith_number"] = NUMBER if rng.random() < .8 else "pith:2018:" + 26 * "A"
    if rng.random() < .8:
        event["target"] = rng.choice(["graph", "record"])
    event["payload"] = rng.choice([{"graph_snapshot": {"n": rng.randrange(2)}}, {"a": 1}, [], None,
                                   {"text": "\u017e\U0001f600\x7f\"\\\n"}])
    if rng.random() < .7:
        event["signer"] = {"signer_type": "pith_registry", "key_id": rng.choice(["a", "b"])}
    if rng.random() < .1:
        del event["event_type"]
    elif rng.random() < .2:
        # As if a claimant's event stood in the registry's list.
        event.update(event_type="attestation", target="record",
                     signer={"key_id": bytes(CLAIMANTS[0].verify_key).hex()})
    return timed(rng, event)


def finding(rng):
    digest = sha256(b"%d" % rng.randrange(3))
    event = {"event_type": "pith.integrity.v1", "payload_sha256": digest,
             "signing_key_id": rng.choice(["test-registry", "test-registry", "nobody"]),
             "payload": {"note": "n"}, "signature_b64": signed(REGISTRY_KEY, digest)}
    # One that was made up under a trusted key makes its bundle forged: not here.
    if event["signing_key_id"] == "nobody" and rng.random() < .5:
        event["signature_b64"] = signed(CLAIMANTS[0], digest)
    return timed(rng, event)


def claim(rng):
    key = rng.choice(CLAIMANTS)
    event = {"envelope": "pithtex-event-v1", "event_type": "attestation",
             "subject_pith_number": NUMBER, "target": rng.choice(["record", "graph"]),
             "created_at": rng.choice(TIMES[1:7]),
             "signer": {"key_id": "K", "public_key_hex": bytes(key.verify_key).hex()},
             "payload": {"statement": rng.choice(["yes", "no"])}}
    body = b"pithtex-event-v1\n" + canon(event)
    if rng.random() < .2:
        key = CLAIMANTS[2]
    event["signature_b64"] = base64.b64encode(key.sign(body).signature).decode()
    if rng.random() < .1:
        event["envelope"] = "pithtex-event-v2"
    return event


def random_set(rng):
    kinds = [created, created, created, other, other, finding, claim, claim]
    events = [rng.choice(kinds)(rng) for _ in range(rng.randrange(1, 16))]
    for event in rng.sample(events, rng.randrange(len(events) + 1)):
        if "envelope" not in event:
            events.append(dict(event, event_id=rng.choice(["sha256:" + 64 * "a", "b", 7])))
        if ("signature_b64" in event and event.get("signing_key_id") != "test-registry"
                and rng.random() < .5):
            # A copy with a signature of something else.
            events.append(dict(event, signature_b64=signed(CLAIMANTS[1], sha256(b""))))
    return events


def pack(events, name):
    top = {"bundle_type": "pith_open_graph_bundle", "pith_number": NUMBER,
           "canonical_record": RECORD, "canonical_sha256": sha256(canon(RECORD)), "events": events}
    write(name, dump(top))
    return name


def merged(parts):
    """The bytes of pithtex merge over these lists of events, each a bundle."""
    names = [pack(p, "b%d.json" % i) for i, p in enumerate(parts)]
    got = run("merge", "--json", *names, keys="keys")
    if got.returncode not in (0, 1):
        raise SystemExit("merge ended with %d: %r" % (got.returncode, got.stderr[-500:]))
    return got.stdout


def differs(got, want):
    """How the state that was printed differs from another, order of names included."""
    got = json.loads(got)
    for e in got["events"] + got["claimants"]["events"]:
        if not e.pop("why"):
            return "an event without a reason"
    pair = [json.dumps(v, indent=1).split("\n") for v in (want, got)]
    return "\n".join(list(difflib.unified_diff(*pair, "want", "got", lineterm="", n=1))[:20])


def keyring():
    os.makedirs("keys", exist_ok=True)
    write("keys/r.json", read(os.path.join(TOP, "bundles/tests/keys/test-registry.json")))
    for i, k in enumerate(CLAIMANTS[:2]):
        write("keys/c%d.json" % i, dump({"key_id": "c%d" % i, "algorithm": "ed25519",
              "format": "raw", "public_key_hex": bytes(k.verify_key).hex()}))
        write("keys/c%d.json.trust" % i, dump({"role": "claimant"}))


def split(rng, events):
    """In another order, in several bundles, some events in two of them."""
    events = events + rng.sample(events, rng.randrange(len(events) + 1))
    rng.shuffle(events)
    cuts = sorted(rng.randrange(len(events) + 1) for _ in range(rng.randrange(4)))
    return [events[a:b] for a, b in zip([0] + cuts, cuts + [len(events)])]
END

python_in() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools:$BOX LC_ALL=C.UTF-8 \
		/usr/bin/python3 - "$@"
}

sets=${SETS:-200}
exits 0 "$sets random sets: the naive merge agrees; order and split do not matter" \
	python_in "$sets" <<'END'
from naive import *

t, seen = Tally(), set()
keyring()
for seed in range(int(sys.argv[1])):
    rng = random.Random(seed)
    events = random_set(rng)
    want = merge(events)
    got = merged([events])
    diff = differs(got, want)
    t.check(not diff, "set %d: %s" % (seed, diff))
    t.check(len(want["events"]) + len(want["claimants"]["events"]) > 0, "set %d is empty" % seed)
    parts = split(rng, events)
    t.check(merged(parts) == got, "set %d split %r" % (seed, [len(p) for p in parts]))
    for e in want["events"] + want["claimants"]["events"]:
        seen.add((e["class"], e["standing"]))
    seen |= {("fork", f["open"]) for f in want["equivocations"]}
# All that can come did come.
for what in [("valid", "current"), ("valid", "replaced"), ("valid", "equivocal"),
             ("unverifiable", "current"), ("unverifiable", "aside"), ("invalid", "out"),
             ("fork", True), ("fork", False)]:
    t.check(what in seen, "%r never came" % (what,))
t.end(3 * int(sys.argv[1]))
END

exits 0 "a set of four: every order, every split in three, and twice itself" python_in <<'END'
from naive import *

t = Tally()
keyring()
rng = random.Random(4)
events = [created(rng), other(rng), claim(rng), finding(rng)]
got = merged([events])
t.check(len(json.loads(got)["events"]) == 3, "three events of the registry's")
t.check(not differs(got, merge(events)), "the naive merge agrees")
t.check(merged([events, events]) == got, "merged with itself")
for order in itertools.permutations(events):
    t.check(merged([list(order)]) == got, "an order")
for place in itertools.product(range(3), repeat=3):
    parts = [[], [], []]
    for event, at in zip(events, place + (0,)):
        parts[at].append(event)
    t.check(merged(parts) == got, "split %r" % (place,))
t.end(3 + 24 + 27)
END

done_testing
