#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The citation record: its page word by word, every contradiction by the check of its name, what
# nobody has seen yet shown and not dropped, warnings in a build, and two copies compared.

. "$(dirname "$0")/../lib.sh"

need_python

if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "the seed's JSON becomes the seed's page" python <<'END'
from pith import *
import glob
t = Tally()
page, record, front = sorted(glob.glob(os.path.join(SHARED, "seeds", "*.txt")))
got = run("show", "--citations", record)
t.check(got.returncode == 0 and not got.stderr, got.stderr)
lines = [x for x in got.stdout.decode().split("\n") if not x.startswith("[pithtex]")]
words = lambda s: "".join(s.split())
want = read(page).decode().replace("As of 8 August 2026", "As of 9 August 2026")
t.check(words(want) == words("\n".join(lines)), "another page")
ours = got.stdout.decode()
for line in ("[pithtex] 57 counted by arxiv_reference", "[pithtex] 8 inbound observations\n",
             "[pithtex] 7 citing papers:", "[pithtex] 5 citing papers with a resolver link",
             "[pithtex] 2606.24937: v1 reference 234 verified exact, v2 reference 234 unresolved: "
             "the status changed", "[pithtex] 0 findings",
             "[pithtex] Timespan P0Y9M12D: the cited paper is of 2021-04-16"):
    t.check(line in ours, line)
json_out = json.loads(run("show", "--citations", "--json", record).stdout)["citation_record"]
t.check(json_out["counts"] == {"external": [57], "inbound_observations": 8, "citing_papers": 7,
                               "cited_by": 5, "outbound_observations": 0}, json_out["counts"])
t.check({k for k, v in json_out["checks"].items() if v != "pass"} == {"reading"},
        json_out["checks"])
t.end(10)
END
else
	echo "# no PITHTEX_SHARED: the seed's page was not compared"
fi

cat >"$BOX/base.py" <<'END'
from pith import *
import copy
import glob
import ledger


def base():
    """The real record where it is at hand, else one made by hand."""
    seeds = sorted(glob.glob(os.path.join(SHARED, "seeds", "001*"))) if SHARED else []
    return json.loads(read(seeds[0])) if seeds else ledger.record(inbound=8, outbound=0)


def judge(record, *words, name="r.json"):
    write(name, canon(record) if isinstance(record, dict) else record)
    got = run("show", "--citations", "--json", *words, name)
    if got.returncode not in (0, 1):
        return got.returncode, {}, got.stderr.decode()
    out = json.loads(got.stdout)["citation_record"]
    return got.returncode, out["checks"], out["remarks"]
END
cases() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools:$BOX LC_ALL=C.UTF-8 \
		/usr/bin/python3 - "$@"
}

exits 0 "a contradiction is found by the check of its name, and by no other finding" cases <<'END'
from base import *
t = Tally()
A = "2026-08-08T00:00:00Z"


def change(path, value):
    def do(r):
        at = r
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value(at[path[-1]]) if callable(value) else value
    return do


def also(*some):
    return lambda r: [do(r) for do in some] and None


def put(name, n):
    return lambda r: r["reference_resolution"]["state_counts"].update({name: n})


def lane(i, key, value):
    return change(("coverage", i, key), value)


def obs(i, *path):
    return change(("inbound", i) + path[:-1], path[-1])


def thesis(a, b):
    return change(("thesis",), lambda s: s.replace(a, b))


REF, NOTICE = "reference_resolution", "standing_notice"
cases = [
    ("shape", change(("paper", "title"), 5)),
    ("shape", lambda r: r.pop("caps")),
    ("state-counts", put("new_state", 2)),
    ("state-each", also(change((REF, "state_counts", "unresolved"), 1),
                        change((REF, "state_counts", "verified_exact"), -1))),
    ("displayed", also(change((REF, "displayed"), 1), lane(0, "records_observed", 1),
                       change((REF, "total_outbound_references"), 1), lane(0, "denominator", 1),
                       put("x", 1), thesis("0 of 0", "1 of 1"))),
    ("inbound-cap", change(("caps", "inbound"), 7)),
    ("outbound-cap", change(("caps", "outbound"), -1)),
    ("lanes", lambda r: r["coverage"].pop()),
    ("lanes", lambda r: r["coverage"].insert(0, r["coverage"].pop())),
    ("lanes", lambda r: r["coverage"].append(r["coverage"][0])),
    ("lane-references", lane(0, "denominator", 1)),
    ("lane-standing", lane(1, "records_observed", 7)),
    ("lane-inbound", lane(2, "records_observed", 9)),
    ("lane-inbound", lane(2, "denominator", 7)),
    ("lane-external", lane(3, "records_observed", 2)),
    ("time-references", lane(0, "source_observed_at", A)),
    ("time-standing", lane(1, "source_observed_at", A)),
    ("time-inbound", lane(2, "source_observed_at", A)),
    ("time-external", lane(3, "source_observed_at", None)),
    ("sources", change(("standing_sources", 1, "source"), "crossref")),
    ("thesis-date", thesis("9 August", "8 August")),
    ("thesis-counts", thesis("and 8", "and 9")),
    ("thesis-counts", thesis("0 of 0", "0 of 1")),
    ("thesis-paper", thesis("07857", "07858")),
    ("notice", obs(0, NOTICE, "reason", "why")),
    ("notice", obs(0, NOTICE, "observation", None)),
    ("notice", obs(7, NOTICE, "reason", None)),
    ("notice", lambda r: r["inbound"][7][NOTICE].update(observation="some")),
    ("notice", obs(7, NOTICE, "events", [{"type": "retraction"}])),
    ("notice", obs(0, NOTICE, "events", [{"type": "retraction"}])),
    ("notice-time", obs(0, NOTICE, "observation", lambda s: s.replace("-08T", "-07T"))),
    ("time-form", obs(0, "citation", "citing_paper", "submitted_at", "2022-02-30T00:00:00Z")),
    ("time-form", change(("as_of",), lambda s: s.replace("T", " "))),
    ("future", obs(0, "citation", "citing_paper", "submitted_at", "2026-08-09T05:51:00.000001Z")),
    ("resolution-time", obs(0, "resolution", "observed_at", "2020-05-24T12:10:49Z")),
    ("links", change(("links", "evidence"), "/evidence/2104.07857")),
    ("links", change(("links", "html"), "/paper/2104.07857")),
    ("links", change(("links", "integrity"), "/integrity")),
    ("links", change(("links", "json"), "javascript:alert(1)")),
    ("links", change(("links", "paper"), "/paper/2104.07858")),
    ("links", obs(0, "links", "citing_paper", "/paper/1")),
    ("links", obs(0, "links", "cited_paper", "/paper/1")),
    ("ids", lambda r: r["inbound"][1].update(observation_id=r["inbound"][0]["observation_id"])),
    ("ids", obs(0, "observation_id", "1")),
    ("digests", lambda r: r["inbound"][1].update(
        observation_digest=r["inbound"][0]["observation_digest"])),
    ("digests", obs(0, "observation_digest", "sha256:" + "A" * 64)),
    ("digests", change(("context_digest",), "a" * 64)),
    ("paper", also(obs(0, "citation", "cited_paper", "arxiv_id", "2104.07858"),
                   obs(0, "links", "cited_paper", "/paper/2104.07858"))),
]
status, checks, remarks = judge(base())
t.check(status == 0 and "finding" not in checks.values(), remarks)
seen = set()


def found(r, name, do):
    r = copy.deepcopy(r)
    do(r)
    status, checks, remarks = judge(r)
    findings = {k for k, v in checks.items() if v == "finding"}
    t.check(status == 1 and findings == {name}, "%s: %d %r %r" % (name, status, findings, remarks))
    seen.add(name)


for name, do in cases:
    found(base(), name, do)

# A record with references: what needs some.
r = ledger.record(inbound=4, outbound=5)
status, checks, remarks = judge(r)
t.check(status == 0 and "finding" not in checks.values(), remarks)
for name, do in (
        ("state-counts", put("new", 1)),
        ("state-each", also(change((REF, "state_counts", "verified_exact"), lambda n: n + 1),
                            change((REF, "state_counts", "unresolved"), lambda n: n - 1))),
        ("total", also(change((REF, "total_outbound_references"), 4), lane(0, "denominator", 4),
                       thesis("5 of 5", "5 of 4"))),
        ("outbound-cap", change(("caps", "outbound"), 4)),
        ("time-references", lane(0, "source_observed_at", None)),
        ("paper", also(change(("outbound", 0, "citation", "citing_paper", "arxiv_id"), "1"),
                       change(("outbound", 0, "links", "citing_paper"), "/paper/1")))):
    found(r, name, do)
notes = {"linked", "order", "values", "members", "refusal", "bytes", "reading"}
t.check(set(checks) == seen | notes, set(checks) ^ (seen | notes))
# What is no observation at all is told, and nothing else is lost.
r["inbound"][1] = "no observation"
status, checks, remarks = judge(r)
t.check(status == 1 and checks["shape"] == "finding", remarks)
t.end(55)
END

exits 0 "what is merely new is a note, and is shown" cases <<'END'
from base import *
t = Tally()


def at(r, *path):
    for key in path:
        r = r[key]
    return r


cases = [
    ("values", ("coverage", 0), {"state": "partly_measured"}, "partly measured 0 of 0"),
    ("values", ("inbound", 0, "resolution"), {"status": "matched_by_hand"},
     "Resolution: matched by hand; arxiv_id"),
    ("values", ("inbound", 0, "resolution"), {"resolver_source": "doi"}, "; doi, observed"),
    ("values", ("inbound", 0, "standing_notice"), {"state": "withheld"},
     "[pithtex] State: withheld."),
    ("values", ("external_citation_measurements", 0), {"source": "elsewhere"}, "elsewhere"),
    ("members", (), {"new_member": {"a": [1, "two"]}}, '[pithtex] new_member: {"a":[1,"two"]}'),
    ("members", ("inbound", 0, "citation"), {"key": "Lee86"}, '[pithtex] citation.key: "Lee86"'),
    ("members", ("inbound", 0, "citation"), {"score": 0.5}, "citation.score: 0.5"),
    ("linked", ("inbound", 0, "citation", "cited_work"), {"work_id": None}, ""),
    ("refusal", (), {"refusal": "None."}, "None."),
]
for name, path, members, shown in cases:
    r = base()
    at(r, *path).update(members)
    status, checks, remarks = judge(r)
    t.check(status == 0 and checks[name] == "note", "%s: %d %r" % (name, status, remarks))
    t.check(shown in run("show", "--citations", "r.json").stdout.decode(), shown)
r = base()
r["inbound"].insert(0, r["inbound"].pop())
status, checks, remarks = judge(r)
t.check(status == 0 and checks["order"] == "note", remarks)
for data in (json.dumps(base()).encode(), canon(base()) + b"\n",
             canon(base()).replace(b'"as_of"', b' "as_of"')):
    status, checks, remarks = judge(data)
    t.check(status == 0 and checks["bytes"] == "note", remarks)

r = base()
r["inbound"] = []
r["external_citation_measurements"] = []
write("r.json", canon(r))
out = run("show", "--citations", "r.json").stdout.decode()
t.check("[pithtex] No inbound Pith citation observations are listed." in out, "no inbound")
t.check("[pithtex] No external measurement is listed." in out, "no measurement")

for bad in (b"{}", b"[]", b'{"schema":"pith.paper-citation-record.v2"}',
            b'{"schema":"pith.paper-citation-record.v1",}', b'{"schema":5}'):
    write("bad.json", bad)
    got = run("show", "--citations", "bad.json")
    t.check(got.returncode == 2 and not got.stdout, bad)
# The least that is one: everything is missing and told.
status, checks, remarks = judge(b'{"schema":"pith.paper-citation-record.v1"}')
t.check(status == 1 and checks["shape"] == "finding", remarks)
t.end(25)
END

exits 0 "kinds of events are told apart, and nothing is concluded from none" cases <<'END'
from base import *
t = Tally()
unknown = "event of a kind that is not known here: "
kinds = {"retraction": "retraction", "Retracted": "retraction",
         "expression_of_concern": "expression of concern", "Erratum": "correction",
         "corrigendum": "correction", "withdrawal": "withdrawal", "Reinstatement": "reinstatement",
         "retraction of a correction": unknown,
         "partial_retraction": unknown + "partial_retraction",
         "\u202eretraction": unknown}
for said, word in kinds.items():
    for name in ("event_type", "type", "nature"):
        r = ledger.record(inbound=2)
        r["inbound"][0]["standing_notice"].update(
            events=[{name: said, "notice_doi": "10.1/x"}], observation="The record's own sentence.")
        write("r.json", canon(r))
        out = run("show", "--citations", "r.json").stdout.decode()
        t.check("[pithtex] Event 1: " + word in out, "%r: %s" % (said, word))
        t.check("\nThe record's own sentence.\n[pithtex] Event 1" in out, "the sentence")
        t.check("[pithtex] notice_doi: 10.1/x" in out, "its members")
        for form in ((), ("--html",), ("--json",)):
            some = run("show", "--citations", *form, "r.json").stdout.decode().lower()
            t.check("not retracted" not in some, form)
for event in ("a word", 5, [1], None, {}, {"type": ["x"]}):
    r = ledger.record(inbound=2)
    r["inbound"][0]["standing_notice"].update(events=[event], observation=None)
    status, checks, remarks = judge(r)
    t.check(status == 0, "%r %r" % (event, remarks))
t.end(150)
END

if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	exits 0 "hostile texts move no cursor, make no tag and lead nowhere" cases <<'END'
from base import *
t = Tally()
texts = load("adversarial/text/payloads.json")
texts = [p["text"] if isinstance(p, dict) else p for p in
         (texts["payloads"] if isinstance(texts, dict) else texts)]


def poison(value, text):
    if isinstance(value, dict):
        return {k: v if k == "schema" else poison(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [poison(v, text) for v in value]
    return text if isinstance(value, str) else value


for text in texts:
    if "\0" in text:
        continue
    r = ledger.record(inbound=2, outbound=1)
    r["inbound"][0]["standing_notice"]["events"] = [{"type": "x", text: "y"}]
    write("r.json", canon(poison(r, text)))
    for form in ((), ("--html",), ("--json",)):
        got = run("show", "--citations", *form, "r.json")
        t.check(got.returncode == 1, "%r: %d" % (text, got.returncode))
        shown = (got.stdout + got.stderr).decode()
        bad = [c for c in shown if c != "\n" and (ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0
               or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069)]
        t.check(not bad, "%r %r" % (form, bad))
        if form == ("--html",):
            page = got.stdout.decode("ascii")
            tags = {p.split(">")[0].split()[0] for p in page.split("<")[1:]}
            known = set("!DOCTYPE html head meta title style body main p h1 h2 h3 h4 ul li dl dt "
                        "dd span a pre footer".split())
            t.check(not {x.lstrip("/") for x in tags} - known, tags)
            links = [p.split('"')[0] for p in page.split('href="')[1:]]
            t.check(all(u.startswith(("https://pith.science/", "../")) for u in links), links)
    got = run("diff", "r.json", "r.json")
    t.check(got.returncode == 0, got.stderr)
t.end(200)
END
fi

exits 0 "a record of 10,000 observations is shown, in 256 MiB" cases <<'END'
from base import *
import resource
t = Tally()
write("r.json", canon(ledger.record(inbound=10000, outbound=0)))
asan = b"__asan_init" in read(PITHTEX)
for form in ((), ("--html",), ("--json",)):
    got = run("show", "--citations", *form, "r.json", timeout=120)
    t.check(got.returncode == 0, got.stderr)
    t.check(got.stdout.count(b"A paper that cites, ") >= 10000, form)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    t.check(asan or peak <= 256 << 10, "%r: %d KiB" % (form, peak))
r = ledger.record(inbound=1, outbound=0)
r["inbound"] = [0] * 16385
write("r.json", canon(r))
got = run("show", "--citations", "r.json")
t.check(got.returncode == 2 and b"more than 16384" in got.stderr, got.stderr)
t.end(10)
END

# --- in a build

exits 0 "a bundle with a record, and works with events" cases <<'END'
from base import *
own = ledger.record("1607.04246", "On an analogue of the Markov equation")
me = ledger.paper("1607.04246", "On an analogue of the Markov equation")
for i, (kind, said) in enumerate((("retraction", "One event was found."), ("Erratum", None),
                                  ("some_new_kind", None))):
    own["outbound"].append(ledger.observation(10 + i, me, None, sentence=said, events=[
        {"type": kind, "source": "retraction_watch", "date": "2025-01-0%d" % (i + 1)}]))
ledger.settle(own)
finding = {"detector": "doi_compliance", "finding_type": "unresolvable_identifier",
           "severity": "critical", "verdict_class": "cross_source", "note": "It does not resolve.",
           "detected_doi": "10.1/none", "detected_arxiv_id": None, "ref_index": 1,
           "audited_at": "2026-08-01T00:00:00Z"}
findings = [finding, dict(finding, severity="advisory", ref_index=99, note="A note."),
            dict(finding, severity="critical", verdict_class="rescinded", ref_index=2)]
integrity = {"arxiv_id": "1607.04246", "events": [], "integrity": {
    "detectors_run": [], "findings": findings,
    "snapshot_sha256": sha256(canon({"payload": {"detectors": [], "findings": findings}}))}}
write("own.tar.gz", archive({"bundle.json": sample(), "citation-record.json": canon(own),
                             "integrity.json": canon(integrity)}))
suffix = "QVJLU2XL6QPRVRKFFVZUINAMO6"
id = json.loads(sample(suffix))["canonical_record"]["source"]["id"]
other = ledger.record(id, "A work", inbound=3, outbound=1)
for o in other["inbound"][:2]:
    o["standing_notice"].update(events=[{"type": "concern", "source": "crossref",
                                         "observed_at": "2026-01-02T00:00:00Z"}])
    del o["standing_notice"]["observation"]
other["outbound"][0]["standing_notice"].update(events=[{"type": "retraction"}])
write("other.tar.gz", archive({"bundle.json": sample(suffix),
                               "citation-record.json": canon(other)}))
write("plain.json", canon(ledger.record("1607.04246")))
END
exits 0 "both are good" "$PITHTEX" cache add --cache cache own.tar.gz other.tar.gz
cat >paper.aux <<'END'
\relax
\pithnumber{RE7YA4NUEPAVNSZTI7K5XFZRCI}
\pithref{pith:QVJLU2XL6QPRVRKFFVZUINAMO6}
\pithref{QVJLU2XL6QPRVRKFFVZUINAMO6}
\gdef \@abspage@last{1}
END
exits 1 "an event is a finding" "$PITHTEX" resolve --cache cache paper
said='retraction, reported by retraction_watch as of 2025-01-01: One event was found\.'
like err "^pithtex: paper.aux:2: RE7Y.*: cited work, reference 10, .*: $said$" \
	"with source and time, in the record's own words"
like err 'reference 11, .*: correction, reported by' "an erratum is no retraction"
like err 'reference 12, .*: event of a kind that is not known here \(some_new_kind\), reported' \
	"an unknown kind is told as such"
said='expression of concern, reported by crossref as of 2026-01-02'
like err ":3: pith:QVJL.*: this work: $said" "a mentioned work with an event"
is "$(grep -c 'this work:' err)" 1 "which several observations repeat is told once"
is "$(grep -c 'retraction,' err)" 1 "what that work cites is two hops away"
unlike err 'doi_compliance' "integrity findings only where they are asked for"
cp out first && cp paper.pith.tex first.tex && cp paper.pith.json first.json
like paper.pith.tex '^.PithFileVersion\{2\}$' "the data file has the new version"
like paper.pith.tex '^.PithNotice\{critical\}\{RE7YA4NUEPAVNSZTI7K5XFZRCI\}\{cited work, ref' \
	"and the warnings"
is "$(grep -c '^.PithLedger{' paper.pith.tex)" 1 "the ledger of the paper's own number"
is "$(grep -c '[^ -~]' paper.pith.tex)" 0 "in printable ASCII"
unlike paper.pith.tex '%' "without a percent sign"
exits 1 "again, from memory" "$PITHTEX" resolve -vv --cache cache paper
like err 'signature checks: 0' "nothing was verified"
same out first "the same report"
same paper.pith.tex first.tex "the same data file"
same paper.pith.json first.json "the same JSON"

exits 1 "--integrity" "$PITHTEX" resolve -v --integrity --cache cache paper
said='unresolvable identifier, critical, cross_source, found by doi_compliance at 2026-08-01T00'
like err "reference 1, A paper that is cited, 0: $said.*: 10.1/none: It does not resolve" \
	"a finding has its reference's title"
like err 'reference 99: unresolvable identifier, advisory' "one without a listed reference"
like paper.pith.tex '^.PithNotice\{informational\}' "one that was rescinded only informs"
exits 2 "--strict" "$PITHTEX" resolve -q --strict --cache cache paper
printf '\\%s\n' relax 'pithref{KY3ZYSWKA2MG6YP4OUTLKJTPIV}' 'gdef \@abspage@last{1}' \
	>paper.aux
ok "$PITHTEX" pack -q -o ky.tar.gz "$TOP/bundles/samples/KY3ZYSWKA2MG6YP4OUTLKJTPIV"
ok "$PITHTEX" cache add --cache cache ky.tar.gz
exits 0 "a work without a record has no finding" "$PITHTEX" resolve -q --cache cache paper
like paper.pith.tex '^.PithFileVersion\{1\}$' "and the data file the old version"

# --- show

exits 0 "the page of a bundle's record" "$PITHTEX" show --citations own.tar.gz
like out 'Observation .* · outbound$' "has outbound references"
exits 1 "of a bundle without one" "$PITHTEX" show --citations ky.tar.gz
like err 'no citation record in this bundle' "says so"
exits 0 "a record alone needs no option" "$PITHTEX" show -v plain.json
like out '^Paper Citation Record · LEDGER$' "and is its page"
like err 'citation record: note: .* is later than this machine.s clock' \
	"a time of the future is told in the detail"
exits 0 "the same later" env SOURCE_DATE_EPOCH=1800000000 "$PITHTEX" show -v plain.json
unlike err 'clock' "is of the past"
exits 0 "--state" "$PITHTEX" show --state own.tar.gz
like out '^Merged state of pith:2016:RE7Y' "is the merged state"
exits 0 "--state --json" "$PITHTEX" show --state --json own.tar.gz
like out '"state_type": "pith_open_graph_state"' "is that of merge"
exits 2 "--html --json" "$PITHTEX" show --html --json own.tar.gz

# --- verify

exits 0 "a bundle's record is checked with it" "$PITHTEX" verify own.tar.gz
like out 'citation record +agrees with itself: [0-9]+ inbound' "and agrees with itself"
exits 0 "a record that contradicts itself" cases <<'END'
from base import *
r = ledger.record("1607.04246", "On an analogue of the Markov equation", inbound=2)
r["reference_resolution"]["displayed"] += 1
write("odd.tar.gz", archive({"bundle.json": sample(), "citation-record.json": canon(r)}))
END
exits 0 "changes no verdict, since nobody signs it" "$PITHTEX" verify odd.tar.gz
like out "note  citation record  displayed: " "but is told by the check's name"
ok "$PITHTEX" verify --json odd.tar.gz
like out '"verdict": "good"' "for machines too"

# --- diff

exits 0 "three copies of one record" cases <<'END'
from base import *
r = ledger.record(inbound=4, outbound=2)
write("a.json", canon(r))
r["as_of"] = "2026-08-09T06:00:00Z"
for o in r["inbound"]:
    for s in o["standing_notice"]["source_receipts"]:
        s["observed_at"] = "2026-08-09T05:00:00Z"
write("later.json", canon(r))
r["inbound"][0]["resolution"].update(status="unresolved", resolver_source=None)
r["inbound"][1]["standing_notice"]["events"] = [{"type": "retraction", "source": "crossref"}]
gone = r["inbound"].pop()
r["outbound"].append(ledger.observation(9, ledger.paper("2104.07857", "ZeRO"), None))
r["external_citation_measurements"][0]["count"] = 58
write("b.json", canon(r))
write("other-paper.json", canon(ledger.record("2104.07858")))
END
exits 0 "a record and itself" "$PITHTEX" diff a.json a.json
exits 0 "other times alone are no difference" "$PITHTEX" diff a.json later.json
exits 1 "two records" "$PITHTEX" diff a.json b.json
like out '^observation changed: .*: status: verified_exact -> unresolved$' "a status changed"
like out '^event new: .*: retraction: ' "an event appeared"
like out '^observation gone: .*: inbound: ' "an observation is gone"
like out '^observation new: .*: outbound: ' "one is new"
like out '^record changed: arxiv_reference: external count: 57 -> 58$' "another source's count"
exits 1 "the other way round" "$PITHTEX" diff b.json a.json
like out '^event gone: ' "the event is gone"
exits 1 "--json" "$PITHTEX" diff --json a.json b.json
like out '"what": "event new"' "for machines"
exits 2 "two papers" "$PITHTEX" diff a.json other-paper.json
exits 2 "a record and a state" "$PITHTEX" diff a.json own.tar.gz.missing
exits 1 "two bundles of one number" "$PITHTEX" diff \
	"$TOP/bundles/samples/RE7YA4NUEPAVNSZTI7K5XFZRCI/bundle.json" own.tar.gz
like out '^record new: citation record$' "of which one carries a record"
"$PITHTEX" merge --json own.tar.gz >state.json
exits 0 "a saved state and its bundle" "$PITHTEX" diff state.json own.tar.gz
exits 2 "a record and a state" "$PITHTEX" diff a.json state.json
exits 0 "a state with another event" cases <<'END'
from base import *
s = json.loads(read("state.json"))
s["events"].append(dict(s["events"][0], identity="0" * 64, event_type="graph_snapshot"))
s["event_count"] += 1
s["current"]["source_aliases"].pop()
write("state2.json", canon(s))
END
exits 1 "two states" "$PITHTEX" diff state.json state2.json
like out '^event new: "0{64}": graph_snapshot of record' "an event is new"
like out '^state changed: event_count: ' "the count changed"
like out '^alias gone: ' "an alias is gone"

done_testing
