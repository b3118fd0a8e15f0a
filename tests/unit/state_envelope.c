/* SPDX-License-Identifier: MIT */
/* Events of one's own: signed, read back, and every byte of one changed. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "canon/codec.h"
#include "state/envelope.h"

#define NUMBER "pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LIE"

static struct minisign_secret secret;

static struct envelope
good(void)
{
	return (struct envelope){ .type = "attestation", .number = NUMBER,
		.target = "record", .created_at = "2026-05-18T00:00:00Z",
		.payload = span_text("{\"statement\":\"\xc5\xbe\"}") };
}

/* A ring that knows the key as a claimant, with this sidecar. */
static struct keyring *
ring_with(const char *sidecar)
{
	char *dir = sample_folder();
	const char *const dirs[] = { dir };
	struct buf text = { 0 };
	char hex[2 * KEY_BYTES + 1];
	struct keyring *ring;
	struct err e;

	codec_hex(hex, secret.key + 32, KEY_BYTES);
	buf_fmt(&text, "{\"key_id\":\"me\",\"algorithm\":\"ed25519\","
	    "\"format\":\"raw\",\"public_key_hex\":\"%s\"}", hex);
	sample_write(dir, "me.json", span_buf(&text));
	sample_write(dir, "me.json.trust", span_text(sidecar));
	if (keyring_load(&ring, dirs, 1, &e) < 0)
		fail_msg("%s", e.text);
	buf_clear(&text);
	sample_remove(dir);
	return ring;
}

static enum event_class
check(struct span file, const struct keyring *ring, char why[256])
{
	enum event_class class;
	json_t *v;
	struct err e;

	if (json_parse(&v, file, JSON_TOP_OBJECT, &e) < 0) {
		snprintf(why, 256, "%.255s", e.text);
		return EVENT_INVALID;
	}
	class = envelope_check(v, ring, why);
	json_decref(v);
	return class;
}

static void
test_classes(void **state)
{
	static const struct {
		const char *sidecar;
		enum event_class want;
		const char *why;
	} rows[] = {
		{ "{\"role\":\"claimant\"}", EVENT_VALID, "verifies under me" },
		{ "{\"role\":\"packer\"}", EVENT_UNVERIFIABLE,
		    "no claimant's key" },
		{ "{\"role\":\"registry\"}", EVENT_UNVERIFIABLE,
		    "no claimant's key" },
		{ "{\"role\":\"claimant\",\"revoked_at\":"
		    "\"2030-01-01T00:00:00Z\"}", EVENT_UNVERIFIABLE,
		    "is revoked" },
		{ "{\"role\":\"claimant\",\"valid_until\":"
		    "\"2026-05-18T00:00:00Z\"}", EVENT_UNVERIFIABLE,
		    "no longer valid" },
		{ "{\"role\":\"claimant\",\"valid_until\":"
		    "\"2026-05-18T00:00:01Z\"}", EVENT_VALID, "verifies" },
		{ "{\"role\":\"claimant\",\"valid_from\":"
		    "\"2026-05-18T00:00:01Z\"}", EVENT_UNVERIFIABLE,
		    "not valid so early" },
	};
	const struct envelope what = good();
	struct buf out = { 0 };
	struct err e;
	char why[256];

	(void)state;
	assert_int_equal(envelope_sign(&out, &what, &secret, &e), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct keyring *ring = ring_with(rows[i].sidecar);

		assert_int_equal(check(span_buf(&out), ring, why),
		    rows[i].want);
		assert_non_null(strstr(why, rows[i].why));
		keyring_free(ring);
	}
	assert_int_equal(check(span_buf(&out), NULL, why),
	    EVENT_UNVERIFIABLE);
	buf_clear(&out);
}

/* Every bit of the file: whatever is still the same value is still valid,
 * and nothing else is. */
static void
test_flips(void **state)
{
	struct keyring *ring = ring_with("{\"role\":\"claimant\"}");
	const struct envelope what = good();
	struct buf out = { 0 };
	struct err e;
	char why[256];
	json_t *v, *w;
	size_t same = 0;

	(void)state;
	assert_int_equal(envelope_sign(&out, &what, &secret, &e), 0);
	assert_int_equal(json_parse(&v, span_buf(&out), JSON_TOP_OBJECT, &e),
	    0);
	for (size_t bit = 0; bit < 8 * out.n; bit++) {
		enum event_class class;

		out.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
		class = check(span_buf(&out), ring, why);
		if (json_parse(&w, span_buf(&out), JSON_TOP_OBJECT, &e) == 0) {
			const bool equal = json_equal(v, w) == 1;

			same += equal;
			/* The name itself may have another version. */
			if (equal)
				assert_int_equal(class, EVENT_VALID);
			else
				assert_int_not_equal(class, EVENT_VALID);
			json_decref(w);
		} else {
			assert_int_equal(class, EVENT_INVALID);
		}
		out.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	assert_true(same > 0 && same < out.n);
	assert_int_equal(check(span_buf(&out), ring, why), EVENT_VALID);
	json_decref(v);
	buf_clear(&out);
	keyring_free(ring);
}

/* What may not be signed. */
static void
test_refused(void **state)
{
	struct envelope what;
	struct minisign_secret broken = secret;
	struct buf out = { 0 };
	struct err e;

	(void)state;
#define REFUSED(member, value, text) do {				\
	what = good();							\
	what.member = (value);						\
	assert_err_text(envelope_sign(&out, &what, &secret, &e), &e,	\
	    ERR_FORMAT, text);						\
	assert_int_equal(out.n, 0);					\
} while (0)
	REFUSED(type, "note", "event_type");
	REFUSED(number, "XAEHK5CJ4V3DE2XTZOGOMA3LIE", "number in full");
	REFUSED(number, "pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LI1", "number in");
	REFUSED(number, "pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LIEE", "number in");
	REFUSED(number, "pith:201a:XAEHK5CJ4V3DE2XTZOGOMA3LIE", "number in");
	REFUSED(target, "", "target");
	REFUSED(target, "\xff", "not UTF-8");
	REFUSED(created_at, "2026-05-18", "created_at");
	REFUSED(payload, span_text(""), "payload");
	REFUSED(payload, span_text("[]"), "payload");
	REFUSED(payload, span_text("{}"), "payload: statement");
	REFUSED(payload, span_text("{\"statement\":\"\"}"), "statement");
	REFUSED(payload, span_text("{\"statement\":\"a\",\"n\":1.5}"),
	    "not an integer");
#undef REFUSED
	broken.key[40] ^= 1;
	what = good();
	assert_err(envelope_sign(&out, &what, &broken, &e), &e, ERR_TRUST);
	assert_int_equal(out.n, 0);
	buf_clear(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_flips),
		cmocka_unit_test(test_refused),
	};
	uint8_t pk[32];

	if (sodium_init() < 0)
		return 99;
	sample_secret(secret.key, pk);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
