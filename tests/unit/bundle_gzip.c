/* SPDX-License-Identifier: MIT */
/* One gzip member: whole, under its ceiling, and nothing besides. */
#include "config.h"

#include "unit.h"

#include "bundle/gzip.h"

static const char text[] = "one member, one member, one member, one member";

static struct buf
packed(struct span in)
{
	struct buf z = { 0 };

	gzip_write(&z, in);
	return z;
}

static void
refused(struct span in, size_t most, enum err_kind kind, const char *why)
{
	struct buf out = { 0 };
	struct err e;

	assert_err_text(gzip_read(&out, in, most, &e), &e, kind, why);
	buf_clear(&out);
}

static void
test_round(void **state)
{
	static const size_t sizes[] = { 0, 1, 1000, 65535, 65536, 65537,
		3000000 };

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct buf in = { 0 }, z, out = { 0 };
		struct err e;

		for (size_t k = 0; k < sizes[i]; k++)
			buf_byte(&in, (uint8_t)(k * k >> 7));
		z = packed(span_buf(&in));
		buf_text(&out, "kept");
		assert_int_equal(gzip_read(&out, span_buf(&z), sizes[i], &e),
		    0);
		assert_memory_equal(out.at, "kept", 4);
		assert_true(span_equal(span_buf(&in), (struct span){
		    out.at + 4, out.n - 4 }));
		if (sizes[i] > 0)
			refused(span_buf(&z), sizes[i] - 1, ERR_LIMIT,
			    "larger than");
		buf_clear(&in);
		buf_clear(&z);
		buf_clear(&out);
	}
}

/* No name, no time, best compression, Unix. */
static void
test_header(void **state)
{
	struct buf z = packed(span_text(text));

	(void)state;
	assert_memory_equal(z.at, "\x1f\x8b\x08\0\0\0\0\0\x02\x03", 10);
	buf_clear(&z);
}

static void
test_cut(void **state)
{
	struct buf z = packed(span_text(text));

	(void)state;
	refused((struct span){ NULL, 0 }, 100, ERR_FORMAT, "gzip expected");
	for (size_t n = 0; n < z.n; n++)
		refused((struct span){ z.at, n }, 100, ERR_FORMAT,
		    n < 3 ? "gzip expected" : "gzip data cut");
	buf_clear(&z);
}

static void
test_behind(void **state)
{
	struct buf z = packed(span_text(text)), again = { 0 };
	const struct span one = { z.at, z.n };

	(void)state;
	buf_span(&again, one);
	buf_byte(&again, 0);
	refused(span_buf(&again), 100, ERR_FORMAT, "bytes after");
	again.n = 0;
	buf_span(&again, one);
	buf_span(&again, one);
	refused(span_buf(&again), 1000, ERR_FORMAT, "more than one");
	buf_clear(&z);
	buf_clear(&again);
}

/* A member may have optional fields by the RFC; here it has none. */
static void
test_fields(void **state)
{
	struct buf z = packed(span_text(text));

	(void)state;
	for (unsigned bit = 0; bit < 8; bit++) {
		z.at[3] = (uint8_t)(1u << bit);
		refused(span_buf(&z), 100, ERR_FORMAT, "optional field");
	}
	z.at[3] = 0;
	for (size_t i = 4; i < 8; i++) {
		z.at[i] = 1;
		refused(span_buf(&z), 100, ERR_FORMAT, "a time");
		z.at[i] = 0;
	}
	z.at[2] = 7;
	refused(span_buf(&z), 100, ERR_FORMAT, "gzip expected");
	buf_clear(&z);
}

/* What other writers put there: zlib's levels, Python's "unknown system". */
static void
test_marks(void **state)
{
	struct buf z = packed(span_text(text)), out = { 0 };
	struct err e;

	(void)state;
	for (unsigned xfl = 0; xfl < 256; xfl++)
		for (unsigned os = 0; os < 256; os++) {
			const bool good = (xfl == 0 || xfl == 2 || xfl == 4)
			    && (os == 3 || os == 255);

			z.at[8] = (uint8_t)xfl;
			z.at[9] = (uint8_t)os;
			out.n = 0;
			if ((gzip_read(&out, span_buf(&z), 100, &e) == 0)
			    != good)
				fail_msg("marks %u %u", xfl, os);
		}
	buf_clear(&z);
	buf_clear(&out);
}

/* A flipped bit is refused, or gives the same bytes. */
static void
test_every_bit(void **state)
{
	struct buf z = packed(span_text(text)), out = { 0 };
	struct err e;

	(void)state;
	for (size_t bit = 0; bit < 8 * z.n; bit++) {
		z.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
		out.n = 0;
		if (gzip_read(&out, span_buf(&z), 100, &e) == 0)
			assert_span(span_buf(&out), "one member, one member, "
			    "one member, one member");
		z.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	buf_clear(&z);
	buf_clear(&out);
}

/* A claim in the trailer makes no room beyond what deflate can give. */
static void
test_claim(void **state)
{
	struct buf z = packed(span_text(text));

	(void)state;
	memset(z.at + z.n - 4, 0xff, 4);
	refused(span_buf(&z), (size_t)1 << 31, ERR_FORMAT, "damaged");
	buf_clear(&z);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_behind),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_every_bit),
		cmocka_unit_test(test_claim),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
