# SPDX-License-Identifier: MIT
"""Many bundles, made up and signed with the test registry's key (bundles/README.md), so that a
mirror of any size can be tried."""

from pith import *
import copy
import ledger

import nacl.signing

KEY = nacl.signing.SigningKey(hashlib.sha256(b"pithtex test registry").digest())
TEST_REGISTRY = "test-registry"
WORDS = ("exceptional collection spectral sequence detector background wave gravity lattice "
         "sparse graph neural kernel Markov operator entropy vortex quasar isogeny sheaf").split()
NAMES = "Ada Blaise Carl Dora Emmy Fritz Grete Hans Ines Jean".split()


def title_of(i):
    return "%s %s of a %s %s, part %d" % (
        WORDS[i % 20].capitalize(), WORDS[i // 20 % 20], WORDS[i // 7 % 20], WORDS[i // 3 % 20], i)


def record_of(id, title, version=1, submitted="2021-04-16T02:22:12Z", kind="arxiv"):
    digest = lambda text: sha256(" ".join(text.lower().split()).encode())
    return {"metadata": {"abstract_canon_sha256": digest("abstract of " + title),
                         "cross_cats_sorted": ["cs.AI"], "license": "", "primary_cat": "cs.DC",
                         "submitted_at": submitted, "title_canon_sha256": digest(title)},
            "schema_version": "1.0", "source": {"id": id, "kind": kind, "version": version}}


def signed(record, **more):
    """bundle.json of a record, signed by the test registry."""
    digest = hashlib.sha256(canon(record)).digest()
    sig = base64.b64encode(KEY.sign(digest).signature).decode()
    return bundle(record, signature=sig, key_id=TEST_REGISTRY, **more)


def integrity_of(id, ran="2026-06-01T10:00:00.000000+00:00"):
    detectors = [{"name": "doi_compliance", "version": "1.0.0", "status": "completed",
                  "ran_at": ran, "findings_count": 0}]
    payload = {"payload": {"detectors": detectors, "findings": []}}
    return {"schema": "https://pith.science/schemas/pith-integrity/v1.json", "pith_number": id,
            "arxiv_id": id, "integrity": {"available": True, "detectors_run": detectors,
                                          "findings": [], "clean": True,
                                          "snapshot_sha256": sha256(canon(payload))},
            "events": []}


def members(id, title, authors, version=1, submitted="2021-04-16T02:22:12Z", as_of=None,
            citation=True, integrity=True):
    """All that a registry has of one number, by member."""
    record = record_of(id, title, version, submitted)
    paper = {"title": title, "authors_text": authors}
    files = {"bundle.json": dump(signed(record)),
             "record.json": dump({"record_type": "pith_number_record",
                                  "pith_number": number(record), "paper": paper}),
             "graph.json": dump({"paper": paper, "builder_version": "pith-number-builder-test"}),
             "state.json": dump({"state_type": "pith_open_graph_state",
                                 "pith_number": number(record),
                                 "current": {"canonical_record": record}})}
    if citation:
        r = ledger.record(id, title, inbound=3, outbound=2)
        if as_of is not None:
            r["as_of"] = as_of
        files["citation-record.json"] = canon(r)
    if integrity:
        files["integrity.json"] = dump(integrity_of(id))
    return number(record)[10:], files


def paper_of(i):
    """The i-th paper of a mirror: every third has all members, every third only a citation
    record, every third neither."""
    id = "%02d%02d.%05d" % (10 + i % 14, 1 + i % 12, i) if i % 50 else "math/%07d" % (309000 + i)
    authors = ", ".join("%s Tester%d" % (NAMES[(i + k) % 10], (i * 7 + k) % 90)
                        for k in range(1 + i % 4))
    submitted = "20%02d-%02d-%02dT02:22:12Z" % (10 + i % 14, 1 + i % 12, 1 + i % 28)
    return members(id, title_of(i), authors, submitted=submitted, citation=i % 3 != 2,
                   integrity=i % 3 == 0)


def fill(folder, papers):
    """A cache of so many papers, each archive by this reading of the format."""
    for i in range(papers):
        suffix, files = paper_of(i)
        place = os.path.join(folder, suffix[:2])
        os.makedirs(place, exist_ok=True)
        write(os.path.join(place, suffix + ".tar.gz"), archive(files))


if __name__ == "__main__":
    fill(sys.argv[1], int(sys.argv[2]))
