# SPDX-License-Identifier: MIT
"""Citation records made by hand: every invariant of the format holds in them, by a second reading
of it, so that a test can break one at a time."""

import copy
import hashlib

AS_OF = "2026-08-09T05:51:00Z"
ASKED = "2026-08-08T06:32:00.761636+00:00"
SOURCES = [{"observed_at": ASKED, "source": "crossref"},
           {"observed_at": "2026-08-08T06:31:55.24221+00:00", "source": "retraction_watch"}]
STATES = ["malformed_identifier", "metadata_mismatch", "parse_uncertain", "unresolved",
          "verified_exact", "verified_fuzzy"]
NONE_FOUND = "No event found in the named queried sources as of %s." % ASKED


def uuid(text):
    h = hashlib.sha256(text.encode()).hexdigest()
    return "-".join((h[:8], h[8:12], "4" + h[13:16], "a" + h[17:20], h[20:32]))


def paper(id, title, submitted="2021-04-16T02:22:12Z", version=1):
    return {"arxiv_id": id, "last_updated": submitted,
            "snapshot_observed_at": "2026-08-08T13:19:57.834040Z",
            "submitted_at": submitted, "title": title, "version": version}


def observation(i, citing, cited, linked=True, status=None, events=(), sentence=None):
    """One in the shape of the inbound ones; cited may be None."""
    seen = "2026-05-%02dT12:%02d:49.690618Z" % (1 + i % 28, i // 28 % 60)
    known = cited or {"arxiv_id": None, "title": "A work that is no Pith paper, %d" % i}
    name = "%s %s %d" % (citing["arxiv_id"], known["arxiv_id"], i)
    if linked:
        notice = {"events": list(events), "observation": NONE_FOUND, "reason": None,
                  "source_receipts": copy.deepcopy(SOURCES), "state": "measured"}
        if events:
            notice["observation"] = sentence
            if sentence is None:
                del notice["observation"]
    else:
        notice = {"events": [], "reason": "canonical_work_link_unavailable", "source_receipts": [],
                  "state": "unavailable"}
    work = {"arxiv_id": known["arxiv_id"] if linked else None,
            "doi": "10.1234/%d" % i if linked else None,
            "metadata_source": "arxiv_reference" if linked else None,
            "pith_arxiv_id": known["arxiv_id"],
            "snapshot_observed_at": "2026-08-05T02:28:24.338817Z",
            "title": known["title"], "venue": None,
            "work_id": uuid("work " + name) if linked else None, "year": 2021}
    return {"citation": {"cited_paper": cited, "cited_work": work, "citing_paper": citing,
                         "reference_index": i, "source": "pdf_text", "source_observed_at": seen},
            "links": {"cited_paper": cited and "/paper/" + cited["arxiv_id"],
                      "citing_paper": "/paper/" + citing["arxiv_id"]},
            "observation_digest": "sha256:" + hashlib.sha256(name.encode()).hexdigest(),
            "observation_id": uuid(name),
            "resolution": {"observed_at": seen, "resolver_source": "arxiv_id" if linked else None,
                           "status": status or ("verified_exact" if linked else "unresolved")},
            "standing_notice": notice}


def settle(record):
    """Bring what is counted in line with what is listed."""
    out, inb = record["outbound"], record["inbound"]
    ref = record["reference_resolution"]
    ref["displayed"] = len(out)
    ref["total_outbound_references"] = max(len(out), ref["total_outbound_references"])
    ref["state_counts"] = {s: sum(o["resolution"]["status"] == s for o in out) for s in STATES}

    def latest(some):
        return max((o["citation"]["source_observed_at"] for o in some), default=None)

    counts = [(len(out), ref["total_outbound_references"], latest(out)),
              (len(out) + len(inb),) * 2 + (ASKED,), (len(inb),) * 2 + (latest(inb),)]
    for lane, (observed, denominator, at) in zip(record["coverage"], counts):
        lane.update(records_observed=observed, denominator=denominator, source_observed_at=at)
    record["caps"] = {"database_statements": 6, "inbound": max(100, len(inb)),
                      "outbound": max(100, len(out))}
    record["thesis"] = (
        "As of 9 August 2026, this Paper Citation Record lists %d of %d outbound references and %d "
        "inbound Pith citation observations for arXiv:%s." % (
            len(out), ref["total_outbound_references"], len(inb), record["paper"]["arxiv_id"]))
    return record


def record(id="2104.07857", title="ZeRO-Infinity: Breaking the GPU Memory Wall", inbound=3,
           outbound=2):
    """A record of so many observations; the last inbound one is not linked."""
    me = paper(id, title)
    top = {k: v for k, v in me.items() if k != "version"}
    top.update(latest_version=1, primary_category="cs.DC")
    lanes = [("reference_resolution", "Typed states for the displayed outbound observations.",
              "paper_references, paper_reference_links"),
             ("standing_notices", "One-hop event checks from named stored sources.",
              "scholarly_work_events, retraction_status_cache"),
             ("inbound_itemization", "Pith citing papers itemized under the disclosed page cap.",
              "paper_references, paper_reference_links"),
             ("external_citation_measurements",
              "A source-named dated measurement, never combined with another source.",
              "arxiv_reference")]
    measured = "2026-08-05T02:28:24.338817Z"
    return settle({
        "as_of": AS_OF, "caps": {}, "context_digest": "sha256:" + "0" * 64,
        "coverage": [{"denominator": 1, "lane": lane, "note": note, "records_observed": 1,
                      "source": source, "source_observed_at": measured, "state": "measured"}
                     for lane, note, source in lanes],
        "external_citation_measurements": [
            {"count": 57, "observed_at": measured, "source": "arxiv_reference"}],
        "inbound": [observation(i, paper("2201.%05d" % i, "A paper that cites, %d" % i,
                                         "2022-01-28T08:59:57Z"), copy.deepcopy(me),
                                linked=i + 1 < inbound or inbound == 1)
                    for i in range(inbound)],
        "links": {"evidence": "/evidence", "html": "/paper/%s/citation-record" % id,
                  "integrity": "/paper/%s/integrity" % id,
                  "json": "/paper/%s/citation-record.json" % id, "paper": "/paper/" + id},
        "outbound": [observation(i + 1, copy.deepcopy(me), None if i % 2 else
                                 paper("1901.%05d" % i, "A paper that is cited, %d" % i,
                                       "2019-01-31T00:00:00Z"), linked=i % 3 != 2)
                     for i in range(outbound)],
        "paper": top,
        "reference_resolution": {"displayed": 0, "state_counts": {},
                                 "total_outbound_references": outbound},
        "refusal": "A citation records a reference. It does not transfer a finding from one paper "
                   "to another.",
        "schema": "pith.paper-citation-record.v1", "standing_sources": copy.deepcopy(SOURCES),
        "thesis": ""})
