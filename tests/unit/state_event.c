/* SPDX-License-Identifier: MIT */
/* One event: its identity, its members, its class; copies made into one. */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "base/mem.h"
#include "canon/codec.h"
#include "state/event.h"

static struct digest record;
static struct event_with with = { .number = JUDGE_NUMBER, .record = &record };

/* The event that stands in ${text}, with ' for ". */
static struct event *
parse(const char *text)
{
	char *json = mem_string(text);
	struct event *ev = NULL;
	json_t *v;
	struct err e;

	for (char *s = json; *s != '\0'; s++)
		if (*s == '\'')
			*s = '"';
	if (json_parse(&v, span_text(json), JSON_TOP_ANY, &e) < 0)
		fail_msg("%s: %s", json, e.text);
	if (event_parse(&ev, v, &with, &e) < 0)
		assert_int_equal(e.kind, ERR_FORMAT);
	json_decref(v);
	free(json);
	return ev;
}

static void
is(const char *text, enum event_class class, const char *why)
{
	struct event *ev = parse(text);

	assert_non_null(ev);
	if (ev->class != class || strstr(ev->why, why) == NULL)
		fail_msg("%s: %s: %s", text, event_class_word(ev->class),
		    ev->why);
	event_free(ev);
}

/* Two texts are copies of one event, or not. */
static void
copies(const char *a, const char *b, bool want)
{
	struct event *x = parse(a), *y = parse(b);

	assert_int_equal(digest_equal(&x->identity, &y->identity), want);
	event_free(x);
	event_free(y);
}

static void
test_identity(void **state)
{
	(void)state;
	copies("{'a':1,'b':2}", "{'b':2,'a':1,'event_id':'x','signature':[],"
	    "'signature_b64':'y'}", true);
	copies("{'a':1}", "{'a':2}", false);
	copies("{'a':{'event_id':1}}", "{'a':{'event_id':2}}", false);
	copies("{'event_type':'pith.integrity.v1','x':1}",
	    "{'event_type':'y','x':1}", false);
	with.integrity = true;
	copies("{'event_type':'pith.integrity.v1','x':1}",
	    "{'event_type':'y','x':1}", true);
	copies("{'x':1}", "{'event_type':2,'x':1}", true);
	/* An envelope is one wherever it stands. */
	copies("{'envelope':'pithtex-event-v1'}",
	    "{'envelope':'pithtex-event-v1','event_type':2}", false);
	with.integrity = false;
	assert_null(parse("{'a':1.5}"));
	assert_null(parse("{'payload':{'a':[1.5]}}"));
	assert_null(parse("{'event_id':1.5}"));
	assert_null(parse("[]"));
	assert_null(parse("1"));
}

static void
test_members(void **state)
{
	static const struct {
		const char *text, *type, *target, *signer, *time;
	} rows[] = {
		{ "{}", NULL, NULL, NULL, NULL },
		{ "{'event_type':1,'target':[],'created_at':null,"
		    "'signer':'x','payload':1}", NULL, NULL, NULL, NULL },
		{ "{'event_type':'x','target':'','created_at':'soon'}", "x",
		    "", NULL, "soon" },
		{ "{'signer':{'key_id':'c'},'signing_key_id':'b','payload':"
		    "{'receipt':{'key_id':'a','signed_at':'t'}}}", NULL, NULL,
		    "a", "t" },
		{ "{'signer':{'key_id':'c'},'signing_key_id':'b','payload':"
		    "{'receipt':{'key_id':1}},'created_at':'u'}", NULL, NULL,
		    "b", "u" },
		{ "{'signer':{'key_id':'c'},'created_at':1,'payload':"
		    "{'receipt':{'signed_at':'t'}}}", NULL, NULL, "c", "t" },
		{ "{'envelope':'pithtex-event-v1','signer':{'key_id':'c',"
		    "'public_key_hex':'d'},'signing_key_id':'b'}", NULL, NULL,
		    "d", NULL },
		{ "{'envelope':'other','signer':{'key_id':'c',"
		    "'public_key_hex':'d'}}", NULL, NULL, "c", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct event *ev = parse(rows[i].text);

		assert_int_equal(event_compare_text(ev->type, rows[i].type), 0);
		assert_int_equal(event_compare_text(ev->target,
		    rows[i].target), 0);
		assert_int_equal(event_compare_text(ev->signer,
		    rows[i].signer), 0);
		assert_int_equal(event_compare_text(ev->time, rows[i].time),
		    0);
		event_free(ev);
	}
}

/* A registry's signature over ${d}, in base64. */
static char *
sign(const struct digest *d, bool flip)
{
	uint8_t sk[64], pk[32], sig[64];
	struct buf text = { 0 };

	sample_secret(sk, pk);
	crypto_sign_detached(sig, NULL, d->at, sizeof(d->at), sk);
	sig[3] ^= flip;
	codec_base64(&text, (struct span){ sig, sizeof(sig) });
	return buf_steal(&text);
}

/* A record_created without a copy of the record. */
static void
created(const char *receipt, const char *said, bool flip,
    enum event_class class, const char *why)
{
	char *sig = sign(&record, flip);
	struct buf text = { 0 };

	buf_text(&text, "{'event_type':'record_created','payload':{'x':1");
	if (said != NULL)
		buf_fmt(&text, ",'canonical_sha256':'%s'", said);
	if (receipt != NULL)
		buf_fmt(&text, ",'receipt':{%s,'signature_b64':'%s'}", receipt,
		    sig);
	buf_text(&text, "}}");
	is(buf_string(&text), class, why);
	buf_clear(&text);
	free(sig);
}

static void
test_created(void **state)
{
	static const char key[] = "'key_id':'test-registry'";

	(void)state;
	created(key, NULL, false, EVENT_VALID, "its receipt verifies");
	created(key, JUDGE_DIGEST, false, EVENT_VALID, "its receipt verifies");
	created(key, "00", false, EVENT_INVALID, "digest is not its record's");
	created(key, NULL, true, EVENT_INVALID, "does not verify under");
	created("'key_id':'nobody'", NULL, true, EVENT_UNVERIFIABLE,
	    "no trusted key nobody");
	created("'key_id':1", NULL, false, EVENT_INVALID, "not a string");
	created(NULL, NULL, false, EVENT_UNVERIFIABLE, "holds no receipt");
	is("{'event_type':'record_created'}", EVENT_UNVERIFIABLE, "no receipt");
	is("{'event_type':'record_created','payload':{'receipt':1}}",
	    EVENT_INVALID, "not an object");
	/* Another record is judged by its own digest. */
	is("{'event_type':'record_created','payload':{'canonical_record':{},"
	    "'canonical_sha256':'44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77"
	    "e8310c060f61caaff8a','receipt':{'key_id':'test-registry'}}}",
	    EVENT_UNVERIFIABLE, "holds no signature");
	/* What was found out before is not checked again, for this record. */
	with.receipt_holds = true;
	created(key, NULL, true, EVENT_VALID, "its receipt verifies");
	created(key, "00", true, EVENT_INVALID, "digest");
	is("{'event_type':'record_created','payload':{'canonical_record':{},"
	    "'receipt':{'key_id':'test-registry'}}}", EVENT_UNVERIFIABLE,
	    "no signature");
	with.receipt_holds = false;
}

static void
test_others(void **state)
{
	struct digest d = digest_sha256(span_text("finding"));
	char hex[DIGEST_HEX];

	(void)state;
	is("{}", EVENT_UNVERIFIABLE, "not known");
	is("{'event_type':'x','subject_pith_number':'" JUDGE_NUMBER "'}",
	    EVENT_UNVERIFIABLE, "not known");
	is("{'subject_pith_number':'pith:2018:A'}", EVENT_INVALID, "another");
	is("{'subject_pith_number':null}", EVENT_INVALID, "another number");
	is("{'envelope':'pithtex-event-v1'}", EVENT_INVALID, "missing");
	is("{'envelope':'pithtex-event-v2'}", EVENT_UNVERIFIABLE, "of a kind");
	is("{'envelope':'pithtex-event-v2','subject_pith_number':'x'}",
	    EVENT_INVALID, "another number");
	is("{'event_type':'pith.integrity.v1'}", EVENT_UNVERIFIABLE,
	    "no digest or no signature");
	is("{'event_type':'pith.integrity.v1','payload_sha256':'x',"
	    "'signature_b64':'x'}", EVENT_INVALID, "not a digest");
	for (int flip = 0; flip < 2; flip++) {
		char *sig = sign(&d, flip == 1);
		struct buf text = { 0 };

		buf_fmt(&text, "{'event_type':'pith.integrity.v1',"
		    "'payload_sha256':'sha256:%s','signing_key_id':"
		    "'test-registry','signature_b64':'%s'}",
		    digest_print(hex, &d), sig);
		is(buf_string(&text), flip == 0 ? EVENT_UNVERIFIABLE
		    : EVENT_INVALID, flip == 0 ? "verifies under" : "does not");
		buf_clear(&text);
		free(sig);
	}
}

static void
test_join(void **state)
{
	struct event *a = parse("{'event_id':'b'}");

	(void)state;
	event_join(a, parse("{'event_id':'a'}"));
	event_join(a, parse("{'event_id':'b'}"));
	event_join(a, parse("{'event_id':null}"));
	event_join(a, parse("{'event_id':7}"));
	event_settle(a);
	assert_int_equal(a->id_count, 3);
	assert_string_equal(a->ids[0], "\"a\"");
	assert_string_equal(a->ids[1], "\"b\"");
	assert_string_equal(a->ids[2], "7");
	event_free(a);
	event_free(NULL);
}

static void
test_ascii(void **state)
{
	struct buf out = { 0 };

	(void)state;
	event_ascii(&out, span_text("{\"a\\n\":\"\x7f\xc5\xbe\xf0\x9f\x98\x80"
	    "\"}"));
	assert_span(span_buf(&out), "{\"a\\n\":\"\\u007f\\u017e\\ud83d\\ude00"
	    "\"}");
	buf_clear(&out);
}

static int
begin(void **state)
{
	judge_begin(state);
	with.ring = judge_ring;
	return codec_unhex(record.at, sizeof(record.at),
	    span_text(JUDGE_DIGEST)) ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_identity),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_created),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_join),
		cmocka_unit_test(test_ascii),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, begin, judge_end);
}
