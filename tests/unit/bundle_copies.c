/* SPDX-License-Identifier: MIT */
/* What stands beside bundle.json must speak of the same record. */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "canon/codec.h"

#define RECORD "{\"source\":{\"id\":\"9912.00010\",\"kind\":\"arxiv\"," \
	"\"version\":1},\"metadata\":{\"license\":\"\",\"primary_cat\":" \
	"\"cs.DL\",\"submitted_at\":\"2018-06-01T12:00:00Z\"," \
	"\"cross_cats_sorted\":[],\"title_canon_sha256\":\"2091767084e49c45" \
	"c4dffb054b5f6ae8de0b58da3b2bace8a9091226478a28dc\"," \
	"\"abstract_canon_sha256\":\"bbae0ccbf515a452df09d9f2ef7227dc92c0a7" \
	"d3eaeabcf28a8ba0df046097ef\"},\"schema_version\":\"1.0\"}"

static const struct {
	const char *name, *text;
	enum verdict want;
	const char *words;
} rows[] = {
	/* record.json */
	{ "record.json", "{}", VERDICT_GOOD, "" },
	{ "record.json", "[]", VERDICT_DAMAGED, "record.json: line 1" },
	{ "record.json", "{\"a\":1,\"a\":1}", VERDICT_DAMAGED, "duplicate" },
	{ "record.json", "{\"pith_number\":\"" JUDGE_NUMBER "\","
	    "\"canonical_sha256\":\"" JUDGE_DIGEST "\",\"canonical_record\":"
	    RECORD ",\"source\":{\"kind\":\"arxiv\",\"id\":\"9912.00010\","
	    "\"version\":1}}", VERDICT_GOOD, "" },
	{ "record.json", "{\"pith_number\":\"pith:2018:AAAA\"}",
	    VERDICT_WRONG, "the number in record.json" },
	{ "record.json", "{\"canonical_sha256\":\"00\"}", VERDICT_WRONG,
	    "the digest in record.json" },
	{ "record.json", "{\"canonical_record\":{}}", VERDICT_WRONG,
	    "the record in record.json" },
	{ "record.json", "{\"canonical_record\":1.5}", VERDICT_WRONG,
	    "the record in record.json" },
	{ "record.json", "{\"source\":{\"version\":2}}", VERDICT_WRONG,
	    "the source in record.json" },
	{ "record.json", "{\"source\":{\"id\":\"9912.00011\"}}",
	    VERDICT_WRONG, "the source in record.json" },
	{ "record.json", "{\"paper\":{\"primary_cat\":\"cs.DC\"}}",
	    VERDICT_WRONG, "the paper in record.json" },
	{ "record.json", "{\"paper\":{\"license\":\"x\"}}", VERDICT_WRONG,
	    "the paper in record.json" },
	{ "record.json", "{\"paper\":{\"title\":\"Another\"}}",
	    VERDICT_WRONG, "has another digest" },
	{ "record.json", "{\"paper\":{\"title\":\"Caf\xc3\xa9\"}}",
	    VERDICT_GOOD, "not checked: how the registry folds" },
	{ "record.json", "{\"receipt\":{\"key_id\":\"test-registry\","
	    "\"signature_b64\":\"x\"}}", VERDICT_FORGED, "record.json: sig" },
	{ "record.json", "{\"receipt\":{\"key_id\":\"nobody\"}}",
	    VERDICT_UNSIGNED, "record.json: holds no signature" },
	{ "record.json", "{\"receipt\":1}", VERDICT_DAMAGED, "record.json" },

	/* graph.json */
	{ "graph.json", "{\"source\":{\"kind\":\"arxiv\"},\"paper\":{"
	    "\"submitted_at\":\"2018-06-01T12:00:00Z\"}}", VERDICT_GOOD, "" },
	{ "graph.json", "{\"source\":{\"kind\":\"viXra\"}}", VERDICT_WRONG,
	    "the source in graph.json" },
	{ "graph.json", "{\"paper\":{\"submitted_at\":"
	    "\"2018-06-01T12:00:01Z\"}}", VERDICT_WRONG,
	    "the paper in graph.json" },
	{ "graph.json", "{\"verdict\":{\"x\":0.5}}", VERDICT_GOOD, "" },
	{ "graph.json", "{\"integrity\":{\"detectors_run\":[],\"findings\":[],"
	    "\"snapshot_sha256\":\"c28c3603d3b5d939e8dc4c7e95fa8dfce3d595e45f"
	    "758748cecf8e644a296938\"}}", VERDICT_GOOD, "" },
	{ "graph.json", "{\"integrity\":{\"detectors_run\":[],"
	    "\"findings\":[1],\"snapshot_sha256\":\"c28c3603d3b5d939e8dc4c7e9"
	    "5fa8dfce3d595e45f758748cecf8e644a296938\"}}", VERDICT_WRONG,
	    "the findings have another digest" },

	/* state.json */
	{ "state.json", "{\"pith_number\":\"" JUDGE_NUMBER "\",\"current\":{"
	    "\"canonical_record\":" RECORD "}}", VERDICT_GOOD, "" },
	{ "state.json", "{\"pith_number\":\"pith:2018:AAAA\"}",
	    VERDICT_WRONG, "the number in state.json" },
	{ "state.json", "{\"current\":{\"canonical_record\":{}}}",
	    VERDICT_WRONG, "the record in state.json" },
	{ "state.json", "{\"event_count\":7}", VERDICT_GOOD, "" },

	/* citation-record.json */
	{ "citation-record.json", "{\"schema\":"
	    "\"pith.paper-citation-record.v1\",\"paper\":{\"arxiv_id\":"
	    "\"9912.00010\"}}", VERDICT_GOOD, "" },
	{ "citation-record.json", "{\"schema\":"
	    "\"pith.paper-citation-record.v1\",\"paper\":{\"arxiv_id\":"
	    "\"9912.00011\"}}", VERDICT_WRONG, "citation-record.json" },
	{ "citation-record.json", "{\"schema\":\"v2\",\"paper\":{"
	    "\"arxiv_id\":\"9912.00011\"}}", VERDICT_GOOD, "ignored" },

	/* integrity.json */
	{ "integrity.json", "{\"arxiv_id\":\"9912.00010\",\"events\":[]}",
	    VERDICT_GOOD, "" },
	{ "integrity.json", "{\"arxiv_id\":\"9912.00011\"}", VERDICT_WRONG,
	    "integrity.json" },
	{ "integrity.json", "{\"integrity\":{\"detectors_run\":[1.5],"
	    "\"findings\":[],\"snapshot_sha256\":\"00\"}}", VERDICT_GOOD,
	    "findings not checked" },
	{ "integrity.json", "{\"events\":[{}]}", VERDICT_GOOD,
	    "event 1: unverifiable: no digest or no signature" },
	{ "integrity.json", "{\"events\":[{\"payload_sha256\":\"00\","
	    "\"signature_b64\":\"\"}]}", VERDICT_DAMAGED, "not a digest" },
	{ "integrity.json", "{\"events\":[{\"payload_sha256\":\""
	    JUDGE_DIGEST "\",\"signature_b64\":\"\",\"signing_key_id\":"
	    "\"test-registry\"}]}", VERDICT_FORGED, "event 1: signature" },
	{ "integrity.json", "{\"events\":[{\"payload_sha256\":\""
	    JUDGE_DIGEST "\",\"signature_b64\":1}]}", VERDICT_FORGED,
	    "event 1: signature" },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		judge_beside(rows[i].name, rows[i].text, rows[i].want,
		    rows[i].words);
}

/* A finding signed by ${id} with the key of the tests' registry. */
static void
finding(const char *id, unsigned flip, enum verdict want, const char *words)
{
	const struct digest d = digest_sha256(span_text("finding"));
	uint8_t sk[64], pk[32], sig[64];
	struct buf text = { 0 };
	char hex[DIGEST_HEX];

	sample_secret(sk, pk);
	crypto_sign_detached(sig, NULL, d.at, sizeof(d.at), sk);
	sig[flip / 8] ^= (uint8_t)(flip == 0 ? 0 : 1u << flip % 8);
	buf_fmt(&text, "{\"events\":[{\"payload_sha256\":\"%s\","
	    "\"signing_key_id\":\"%s\",\"key_id\":\"ignored\","
	    "\"signature_b64\":\"", digest_print(hex, &d), id);
	codec_base64(&text, (struct span){ sig, sizeof(sig) });
	buf_text(&text, "\"}]}");
	judge_beside("integrity.json", buf_string(&text), want, words);
	buf_clear(&text);
}

static void
test_findings(void **state)
{
	(void)state;
	finding("test-registry", 0, VERDICT_GOOD, "");
	finding("test-registry", 9, VERDICT_FORGED, "event 1: signature does");
	finding("test-registry", 300, VERDICT_FORGED, "event 1: signature");
	finding("nobody", 0, VERDICT_GOOD,
	    "event 1: unverifiable: no trusted key nobody");
	finding("nobody", 9, VERDICT_GOOD, "event 1: unverifiable");
}

/* The title of bundles/samples/RE7YA4NU..., its case and spacing folded. */
static void
test_title(void **state)
{
	static const char title[] = "On an analogue of the Markov equation "
	    "for exceptional collections of length 4";
	struct buf bundle = sample_file("bundles/samples/"
	    "RE7YA4NUEPAVNSZTI7K5XFZRCI/bundle.json");
	static const char *const others[] = {
		"  ON AN  ANALOGUE\\tof the\\nMarkov equation for exceptional "
		"collections of length 4 ", "", "On an analogue" };
	char *mine = judge_text;
	struct keyring *ring = judge_ring;

	(void)state;
	judge_text = buf_steal(&bundle);
	judge_ring = sample_ring(SAMPLE_REAL_KEYS);
	for (size_t i = 0; i < 4; i++) {
		struct buf text = { 0 };

		buf_fmt(&text, "{\"paper\":{\"title\":\"%s\"}}",
		    i == 0 ? title : others[i - 1]);
		judge_beside("record.json", buf_string(&text), i < 2
		    ? VERDICT_GOOD : VERDICT_WRONG, i < 2 ? ""
		    : "has another digest");
		buf_clear(&text);
	}
	free(judge_text);
	keyring_free(judge_ring);
	judge_text = mine;
	judge_ring = ring;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_title),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, judge_begin, judge_end);
}
