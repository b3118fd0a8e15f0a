#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What becomes of events: each rule of the merge on its smallest case, which file may take part,
# a state.json that a bundle carries, and signed events of one's own.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"

cat >"$BOX/cases.py" <<'END'
from nacl.signing import SigningKey, VerifyKey
from pith import *

REGISTRY_KEY = SigningKey(hashlib.sha256(b"pithtex test registry").digest())
RECORD = json.loads(read(os.path.join(TOP, "bundles/tests/signed/bundle.json")))["canonical_record"]
FORK = dict(RECORD, source={"id": "9912.00099", "kind": "arxiv", "version": 1})
NUMBER = number(RECORD)
KEYS = os.path.join(TOP, "bundles/tests/keys")


def receipt(record, **more):
    digest = hashlib.sha256(canon(record)).digest()
    return {"kind": "pith_receipt", "key_id": "test-registry", "algorithm": "ed25519",
            "signature_b64": base64.b64encode(REGISTRY_KEY.sign(digest).signature).decode(), **more}


def created(at=None, record=RECORD, signed=True, **more):
    payload = {"canonical_record": record, "canonical_sha256": sha256(canon(record))}
    if signed:
        payload["receipt"] = receipt(record)
    event = {"event_type": "record_created", "subject_pith_number": NUMBER, "target": "record",
             "payload": payload, **more}
    return event if at is None else dict(event, created_at=at)


def said(at, payload, kind="graph_snapshot", target="graph", **more):
    event = {"event_type": kind, "subject_pith_number": NUMBER, "created_at": at,
             "signer": {"key_id": "test-registry"}, "payload": payload, **more}
    return event if target is None else dict(event, target=target)


def pack(events, name, **files):
    top = bundle(RECORD)
    top["events"] = events
    if files:
        data = {k + ".json": dump(v) for k, v in files.items()}
        write(name, archive({"bundle.json": dump(top), **data}))
    else:
        write(name, dump(top))
    return name


def merge(*parts, status=None, more=()):
    names = [pack(p, "m%d.json" % i) for i, p in enumerate(parts)]
    got = run("merge", "--json", *names, *more, keys=KEYS)
    if status is not None and got.returncode != status:
        raise SystemExit("exit %d, not %d: %r" % (got.returncode, status, got.stderr[-600:]))
    return json.loads(got.stdout)


def rows(state):
    """What became of the events, in order."""
    return [(e["class"], e["standing"]) for e in state["events"]]


def times(state):
    return [e["created_at"] for e in state["events"]]


VALID, ASIDE = ("valid", "current"), ("unverifiable", "aside")
REPLACED, EQUIVOCAL = ("valid", "replaced"), ("valid", "equivocal")
UNVERIFIABLE, OUT = ("unverifiable", "current"), ("invalid", "out")
END

cases() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools:$BOX LC_ALL=C.UTF-8 \
		/usr/bin/python3 - "$@"
}

exits 0 "copies are one event, with all event_ids" cases <<'END'
from cases import *
s = merge([created(event_id="b"), created(event_id=7)], [created(event_id="a"), created()],
          status=0)
assert rows(s) == [VALID] and s["event_count"] == s["valid_event_count"] == 1, s
assert s["events"][0]["event_ids"] == ["a", "b", 7], s
END

exits 0 "the best class of the copies counts" cases <<'END'
from cases import *
digest = sha256(b"x")
good = {"event_type": "pith.integrity.v1", "payload_sha256": digest, "payload": {},
        "signing_key_id": "test-registry", "signature_b64":
        base64.b64encode(REGISTRY_KEY.sign(bytes.fromhex(digest)).signature).decode()}
none = {k: v for k, v in good.items() if k != "signature_b64"}
for pair in ([good, none], [none, good]):
    s = merge([created(), pair[0]], [pair[1]])
    assert s["unverifiable_event_count"] == 1 and s["invalid_event_count"] == 0, s
# A finding that somebody made up makes its bundle forged, and that takes no part.
bad = dict(good, signature_b64=receipt(RECORD)["signature_b64"])
got = run("verify", "--json", pack([created(), bad], "bad.json"), keys=KEYS)
assert json.loads(got.stdout)["files"][0]["verdict"] == "forged", got.stdout
s = merge([created(), none], [created(), bad])
assert s["event_count"] == 2 and s["invalid_event_count"] == 0, s
END

exits 0 "a later one replaces; the four time forms are one clock" cases <<'END'
from cases import *
t = ["2026-05-18T04:41:26Z", "2026-05-18T04:41:26.24221+00:00", "2026-05-18T04:41:26.242211Z",
     "2026-05-18T04:41:27+00:00"]
s = merge([created(at) for at in reversed(t)], status=0)
assert times(s) == t and rows(s) == 3 * [REPLACED] + [VALID], s
END

exits 0 "what has no time, or none that is known, never replaces what has one" cases <<'END'
from cases import *
s = merge([created("2026-05-18T04:41:26Z"), created("2027-02-29T00:00:00Z"), created(),
           created("2026-05-18 04:41:27Z")], status=0)
assert rows(s) == 3 * [REPLACED] + [VALID], s
assert times(s)[3] == "2026-05-18T04:41:26Z", s
# Where created_at is no text, the receipt's own time counts.
late = created(None)
late["payload"]["receipt"]["signed_at"] = "2026-05-19T00:00:00.5Z"
s = merge([created("2026-05-18T04:41:26Z"), late], status=0)
assert times(s)[1] == "2026-05-19T00:00:00.5Z" and rows(s) == [REPLACED, VALID], s
END

exits 0 "two records at one time: both are shown, neither wins, exit 1" cases <<'END'
from cases import *
s = merge([created("2026-05-18T04:41:26Z"), created("2026-05-18T04:41:26.000+00:00", FORK)],
          status=1)
assert rows(s) == [EQUIVOCAL, EQUIVOCAL] and s["equivocation_count"] == 1, s
f, = s["equivocations"]
assert f["open"] and f["instant"] == "2026-05-18T04:41:26Z" and len(f["identities"]) == 2, f
# The number itself says which record it is of.
assert s["current"]["canonical_record"] == RECORD
# Only the record is compared, not the receipt.
again = created("2026-05-18T04:41:26Z")
again["payload"]["receipt"]["note"] = "x"
s = merge([created("2026-05-18T04:41:26Z"), again], status=0)
assert sorted(rows(s)) == [VALID, REPLACED] and s["equivocation_count"] == 0, s
END

exits 0 "a later event ends an equivocation, which stays listed" cases <<'END'
from cases import *
t = "2026-05-18T04:41:26Z"
s = merge([created(t), created(t, FORK)], [created("2026-05-18T04:41:26.000001Z")], status=1)
assert rows(s) == [REPLACED, REPLACED, VALID] and s["equivocation_count"] == 0, s
assert [f["open"] for f in s["equivocations"]] == [False], s
END

exits 0 "an unverifiable event counts where there is no valid one, marked so" cases <<'END'
from cases import *
s = merge([created("2026-05-18T04:41:26Z"), created("2026-05-20T00:00:00Z", signed=False,
           signing_key_id="test-registry")], status=0)
assert rows(s) == [VALID, ASIDE], s
s = merge([created(), said("2026-05-20T00:00:00Z", {"graph_snapshot": {"a": 1}}),
           said("2026-05-21T00:00:00Z", {"graph_snapshot": {"a": 2}}, event_id="sha256:x")],
          status=0)
assert rows(s) == [VALID, ASIDE, UNVERIFIABLE], s
g, = s["current"]["graph_snapshots"]
assert list(g)[:5] == ["event_id", "target", "created_at", "signer", "payload"], g
assert g["payload"] == {"graph_snapshot": {"a": 2}} and g["class"] == "unverifiable", g
assert s["current"]["events"] == [] and s["unverifiable_event_count"] == 2, s
END

exits 0 "unverifiable events make no equivocation" cases <<'END'
from cases import *
t = "2026-05-20T00:00:00Z"
s = merge([created(), said(t, {"a": 1}), said(t, {"a": 2})], status=0)
assert rows(s)[0] == VALID and sorted(rows(s)[1:]) == [ASIDE, UNVERIFIABLE], s
assert s["equivocations"] == [], s
END

exits 0 "an event about another number takes no part" cases <<'END'
from cases import *
other = "pith:2018:" + 26 * "A"
for subject in (other, None, 1):
    s = merge([created(), said("2026-05-20T00:00:00Z", {}, subject_pith_number=subject)], status=0)
    assert rows(s) == [VALID, OUT] and s["invalid_event_count"] == 1, s
    assert s["current"]["events"] == [], s
END

exits 0 "without a target each event is a place of its own" cases <<'END'
from cases import *
t = "2026-05-20T00:00:00Z"
s = merge([created(), said(t, {"a": 1}, target=None), said(t, {"a": 2}, target=None)], status=0)
assert rows(s) == [VALID, UNVERIFIABLE, UNVERIFIABLE], s
assert len(s["current"]["events"]) == 2, s
END

exits 0 "signers, types and targets do not replace each other" cases <<'END'
from cases import *
t = ["2026-05-2%dT00:00:00Z" % i for i in range(4)]
s = merge([created(), said(t[0], {}), said(t[1], {}, kind="x"), said(t[2], {}, target="y"),
           said(t[3], {}, signer={"key_id": "z"})], status=0)
assert rows(s) == [VALID] + 4 * [UNVERIFIABLE], s
END

exits 0 "findings of integrity.json join; a number with a point is left out" cases <<'END'
from cases import *
digest = sha256(b"finding")
one = {"event_id": 41, "payload_sha256": digest, "signing_key_id": "test-registry",
       "created_at": "2026-05-20T00:00:00.5+00:00", "payload": {"note": "n"}, "signature_b64":
       base64.b64encode(REGISTRY_KEY.sign(bytes.fromhex(digest)).signature).decode()}
pack([created()], "f.tar.gz", integrity={"events": [one, dict(one, payload={"score": 0.5})]})
got = run("merge", "--json", "f.tar.gz", keys=KEYS)
s = json.loads(got.stdout)
assert got.returncode == 0 and rows(s) == [VALID, UNVERIFIABLE], s
e = s["events"][1]
assert e["event_type"] == "pith.integrity.v1" and e["event_ids"] == [41], e
assert e["signer"] == "test-registry" and e["target"] is None, e
assert b"left out" in run("merge", "f.tar.gz", keys=KEYS).stdout
END

exits 0 "aliases and the words of record.json are joined" cases <<'END'
from cases import *
def alias(kind, value, at=None):
    a = {"alias_kind": kind, "alias_value": value}
    return a if at is None else dict(a, created_at=at)
def made(name, aliases, status):
    top = bundle(RECORD, receipt(RECORD)["signature_b64"], "test-registry", source_aliases=aliases)
    write(name, archive({"bundle.json": dump(top),
                         "record.json": dump({"verification_status": status})}))
made("a.tar.gz", [alias("doi", "10.48550/arxiv.9912.00010"), alias("arxiv", "9912.00010")],
     {"externally_anchored": True, "citation_signatures": 1})
made("b.tar.gz", [alias("arxiv", "9912.00010", "2026-05-18T00:00:01Z"),
                  alias("arxiv", "9912.00010", "2026-05-18T00:00:00Z")],
     {"externally_anchored": False, "citation_signatures": 3, "references_resolved": True})
outs = {run("merge", "--json", *names, keys=KEYS).stdout for names in
        (["a.tar.gz", "b.tar.gz"], ["b.tar.gz", "a.tar.gz", "b.tar.gz"])}
s = json.loads(outs.pop())
assert not outs
assert s["current"]["source_aliases"] == [alias("arxiv", "9912.00010", "2026-05-18T00:00:00Z"),
       alias("doi", "10.48550/arxiv.9912.00010")], s
c = s["record_completeness"]
assert (c["anchored"], c["attested"], c["refs"], c["Citations"], c["Replications"]) == (
        "anchored", "not attested", "refs resolved", "3 signed", "open"), c
END

# --- which files may take part -----------------------------------------------

B=$TOP/bundles/tests
export PITHTEX_KEYS="$B/keys"

exits 2 "bundles of two numbers are not merged" "$PITHTEX" merge "$B/signed/bundle.json" \
	"$B/unsigned/bundle.json"
like err 'is of pith:2018:.*, not of pith:2018:' "which says of which"
exits 1 "an unsigned bundle is merged, and told" "$PITHTEX" merge "$B/unsigned/bundle.json"
like out '^Merged state of pith:2018:' "with its state"
like out '^1 Bitcoin timestamp  *open  *no proof here$' "and two columns"
exits 1 "a forged bundle is not merged" "$PITHTEX" merge "$B/forged/bundle.json"
like err 'forged.*' "which is said"
is "$(wc -c <"$T/out" | tr -d ' ')" 0 "and nothing else"
exits 1 "two contents of one place are shown" "$PITHTEX" merge "$B/conflict/bundle.json"
like out 'open, neither counts' "as such"
echo '{}' >damaged.json
exits 2 "a damaged file is trouble" "$PITHTEX" merge "$B/signed/bundle.json" damaged.json
exits 2 "and so is one that is not there" "$PITHTEX" merge absent.json
exits 0 "quiet is quiet" "$PITHTEX" merge -q "$B/signed/bundle.json"
is "$(cat "$T/out" "$T/err")" "" "and says nothing"

# --- a state that the bundle carries -----------------------------------------

exits 0 "a carried state: the same, what differs as notes, another record wrong" cases <<'END'
from cases import *
events = [created("2026-05-18T00:00:00Z"),
          said("2026-05-18T00:00:01Z", {"graph_snapshot": {"a": 1}}, event_id="sha256:x")]
theirs = {"state_type": "pith_open_graph_state", "state_version": "1.0", "pith_number": NUMBER,
          "merge_version": "pith-open-graph-merge-v1", "event_count": 2, "valid_event_count": 2,
          "invalid_event_count": 0, "equivocation_count": 0,
          "current": {"canonical_record": RECORD, "source_aliases": [], "graph_snapshots": [
              {"event_id": "sha256:x", "payload": {"graph_snapshot": {"a": 1}}}]}}
def checks(state, verdict="good"):
    pack(events, "s.tar.gz", state=state)
    report, = verify(["s.tar.gz"], keys=KEYS)
    assert report["verdict"] == verdict, report
    return [(c["result"], c["text"]) for c in report["checks"] if c["check"] == "state"]
assert ("pass", "the same as our merge of 2 events") in checks(theirs), checks(theirs)
def noted(word, **change):
    state = dict(theirs, **change)
    got = [t for r, t in checks(state) if r == "note"]
    assert any(word in t for t in got), (word, got)
noted("event_count: the carried state has 3, the merge 2", event_count=3)
noted("valid_event_count: the carried state has 1, the merge 2", valid_event_count=1)
noted("invalid_event_count", invalid_event_count=1)
noted("equivocation_count: the carried state has no count", equivocation_count="0")
noted("state_type", state_type="x")
noted("news: not compared", news=1)
current = theirs["current"]
noted("current.anchors: not compared", current=dict(current, anchors=[]))
noted("arxiv x is only in the carried state", current=dict(current,
      source_aliases=[{"alias_kind": "arxiv", "alias_value": "x"}]))
noted('graph_snapshots: "sha256:x" is not in the carried state',
      current=dict(current, graph_snapshots=[]))
noted("graph_snapshots: y is only in the carried state", current=dict(current, graph_snapshots=
      current["graph_snapshots"] + [{"event_id": "y", "payload": {}}]))
noted("graph_snapshots: entry 1 of the carried state is not compared", current=dict(current,
      graph_snapshots=[{"payload": {"a": 0.5}}]))
noted("canonical_record: the carried state has none", current={})
checks(dict(theirs, current=dict(current, canonical_record=FORK)), "wrong")
checks(dict(theirs, pith_number=number(FORK)), "wrong")
checks(dict(theirs, pith_number=5), "wrong")
# What we print ourselves is the same as what we would print.
write("ours.json", run("merge", "--json", "s.tar.gz", keys=KEYS).stdout)
pack(events, "s.tar.gz")
ours = json.loads(run("merge", "--json", "s.tar.gz", keys=KEYS).stdout)
assert ("pass", "the same as our merge of 2 events") in checks(ours), checks(ours)
END

# --- events of one's own -----------------------------------------------------

N=pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LIE
ok "$PITHTEX" key new me
echo '{"statement":"I wrote this, Ren\u00e9e"}' >attest.json
exits 0 "an event is signed" "$PITHTEX" event sign --type attestation --payload attest.json \
	--key me.key "$N"
cp out me.event
"$PITHTEX" event sign --type attestation --payload attest.json --key me.key -o again.event "$N"
same again.event me.event "the same bytes at the same time, into a file too"
exits 1 "a key that nobody vouches for is unverifiable" "$PITHTEX" event check me.event
like out '^me\.event: unverifiable: attestation of pith:2018:XAEHK' "which is said"
exits 0 "the signature covers all that it says" cases "$N" <<'END'
from cases import *
event = json.loads(read("me.event"))
assert event["created_at"] == "2023-11-14T22:13:20Z" and event["target"] == "record", event
sig = base64.b64decode(event.pop("signature_b64"))
key = VerifyKey(bytes.fromhex(event["signer"]["public_key_hex"]))
key.verify(b"pithtex-event-v1\n" + canon(event), sig)
assert json.loads(read("me.event"))["payload"] == {"statement": "I wrote this, Ren\u00e9e"}
END
ok "$PITHTEX" key add -q --role packer me.pub
exits 1 "a packer is no claimant" "$PITHTEX" event check me.event
ok "$PITHTEX" key add -q --role claimant me.pub
exits 0 "a claimant's event is valid" "$PITHTEX" event check me.event
exits 0 "every change of it is not" cases <<'END'
from cases import *
event = json.loads(read("me.event"))
other = "pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LIA"
changes = [{"event_type": "archive"}, {"event_type": "x"}, {"subject_pith_number": other},
           {"target": "graph"}, {"target": ""}, {"created_at": "2023-11-14T22:13:21Z"},
           {"created_at": "2023-11-14"}, {"payload": {"statement": "I"}}, {"payload": {}},
           {"payload": []}, {"more": 1}, {"event_id": "x"}, {"signature_b64": "AAAA"},
           {"signature_b64": receipt(RECORD)["signature_b64"]}, {"signer": {}},
           {"signer": dict(event["signer"], key_id="x")}, {"envelope": "x"},
           {"signer": dict(event["signer"], public_key_hex="00" * 32)},
           {"payload": dict(event["payload"], n=1)}, {"payload": dict(event["payload"], n=1.5)}]
for i, change in enumerate(changes):
    write("x%d" % i, dump({**event, **change}))
for i, name in enumerate(event):
    write("x%d" % (len(changes) + i), dump({k: v for k, v in event.items() if k != name}))
n = len(changes) + len(event)
write("x%d" % n, b"not JSON")
got = run("event", "check", "--json", *["x%d" % i for i in range(n + 1)])
events = json.loads(got.stdout)["events"]
assert got.returncode == 1 and len(events) == n + 1, got
for e in events:
    assert e["class"] == "invalid" and e["why"], e
write("v2", dump({**event, "envelope": "pithtex-event-v2"}))
got = run("event", "check", "v2")
assert got.returncode == 1 and b"unverifiable" in got.stdout, got
END
exits 0 "what each type must say" cases "$N" <<'END'
from cases import *
good = {"attestation": {"statement": "x"}, "archive": {"url": "x"},
        "citation": {"relation": "refutes", "object_pith_number": NUMBER},
        "replication": {"kind": "formal_bridge", "statement": "x"},
        "anchor": {"sha256": 64 * "a", "proof_sha256": 64 * "0"}}
def sign(kind, payload):
    write("p", dump(payload))
    return run("event", "sign", "--type", kind, "--payload", "p", "--key", "me.key", NUMBER)
for kind, payload in good.items():
    got = sign(kind, payload)
    assert got.returncode == 0, got
    write("e", got.stdout)
    assert run("event", "check", "e").returncode == 0
    for name in payload:
        for bad in ("", 1, None, "?" if kind in ("citation", "anchor") or name == "kind" else ""):
            assert sign(kind, dict(payload, **{name: bad})).returncode == 2, (kind, name, bad)
assert sign("note", {"statement": "x"}).returncode == 2
assert sign("attestation", {"statement": "x", "n": 0.5}).returncode == 2
assert sign("attestation", []).returncode == 2
END
exits 2 "a number that is not in full is refused" "$PITHTEX" event sign --type attestation \
	--payload attest.json --key me.key XAEHK5CJ4V3DE2XTZOGOMA3LIE
like err 'in full' "which is said"
exits 2 "and so is an event without a key" "$PITHTEX" event sign --type attestation \
	--payload attest.json "$N"

"$PITHTEX" merge --json "$B/signed/bundle.json" >without.json
exits 0 "a claimant's event joins" "$PITHTEX" merge --json me.event "$B/signed/bundle.json"
cp out with.json
exits 0 "in a list apart, and changes nothing else, not even by a contradiction" cases <<'END'
from cases import *
event = json.loads(read("me.event"))
a, b = json.loads(read("without.json")), json.loads(read("with.json"))
one, = b["claimants"]["events"]
assert one["class"] == "valid" and one["standing"] == "current" and one["created_at_signed"], one
assert one["payload"] == event["payload"], one
def rest(state):
    return {k: v for k, v in state.items() if k != "claimants"}
assert rest(a) == rest(b)
write("p", dump({"statement": "I did not write this"}))
got = run("event", "sign", "--type", "attestation", "--payload", "p", "--key", "me.key", NUMBER)
write("not.event", got.stdout)
write("bad.event", dump(dict(event, target="graph")))
write("real.event", dump(dict(event, payload={"n": 0.5})))
s = json.loads(run("merge", "--json", TOP + "/bundles/tests/signed/bundle.json", "me.event",
                   "not.event", "bad.event").stdout)
assert rest(s) == rest(a) and s["claimants"]["equivocation_count"] == 1, s
assert sorted(e["standing"] for e in s["claimants"]["events"]) == ["equivocal", "equivocal", "out"]
END
exits 0 "nor the exit status" "$PITHTEX" merge "$B/signed/bundle.json" me.event not.event \
	bad.event real.event
like out "^Claimants' events, which change nothing above: 2 valid, 0 unverifiable, 1 invalid" \
	"they are told"
like err 'real\.event: left out: ' "or left out"
exits 2 "an event alone has no number to merge for" "$PITHTEX" merge me.event

done_testing
