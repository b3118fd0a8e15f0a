/* SPDX-License-Identifier: MIT */
/* The badge: its letters, its form, and what a hostile record can do to it. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>

#include "unit.h"

#include "base/utf8.h"
#include "out/glyph.h"
#include "out/svg.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define OTHERS "0123456789:;.,/-_()"
#define SUFFIX "RE7YA4NUEPAVNSZTI7K5XFZRCI"

static const struct svg_badge plain = {
	"pith:2016:" SUFFIX, SUFFIX, "signature verified", SVG_GOOD,
	"On the sum of two squares"
};

/* The absolute points of a path, those that only guide a curve included. */
struct points {
	int x[512], y[512];
	size_t n;
};

static void
read_path(struct points *p, const char *at)
{
	int x = 0, y = 0;

	p->n = 0;
	while (*at != '\0') {
		const char command = *at++;
		const int pairs = command == 'c' ? 3 : 1;
		int dx = 0, dy = 0;

		assert_non_null(strchr("mlhvc", command));
		for (int i = 0; i < pairs; i++) {
			char *end;

			if (command != 'v') {
				dx = (int)strtol(at, &end, 10);
				assert_ptr_not_equal(end, at);
				at = end;
			}
			if (command != 'h') {
				dy = (int)strtol(at, &end, 10);
				assert_ptr_not_equal(end, at);
				at = end;
			}
			assert_true(p->n < 512);
			p->x[p->n] = x + dx;
			p->y[p->n++] = y + dy;
		}
		x += dx;
		y += dy;
	}
}

static void
points_of(struct points *p, int x, int y, const char *text)
{
	struct buf path = { 0 };

	glyph_path(&path, x, y, text);
	read_path(p, buf_string(&path));
	buf_clear(&path);
}

static void
path_of(struct buf *path, int c)
{
	const char text[2] = { (char)c, '\0' };

	path->n = 0;
	glyph_path(path, 0, 0, text);
	if (path->n == 0)
		buf_byte(path, ' ');
}

static void
test_distinct(void **state)
{
	static const char known[] = LETTERS OTHERS " ";
	struct buf a = { 0 }, b = { 0 };

	(void)state;
	for (int c = 1; c < 256; c++) {
		const bool want = strchr(known, c) != NULL;

		assert_int_equal(glyph_known((char)c), want);
		path_of(&a, c);
		for (int d = 1; d < c; d++) {
			path_of(&b, d);
			if (span_equal(span_buf(&a), span_buf(&b))
			    && (want || strchr(known, d) != NULL))
				fail_msg("%d looks like %d", c, d);
		}
	}
	buf_clear(&a);
	buf_clear(&b);
}

/* No letter leaves its box, so none touches the next or the next row; and
 * each has its foot on the line or below, but for what hangs. */
static void
test_inside(void **state)
{
	static struct points p;

	(void)state;
	for (int c = 1; c < 256; c++) {
		const char text[2] = { (char)c, '\0' };
		const int w = glyph_width(text);

		assert_in_range(w, 20, 100);
		points_of(&p, 0, 0, text);
		assert_true(p.n > 0 || c == ' ');
		for (size_t i = 0; i < p.n; i++) {
			if (p.x[i] < 2 || p.x[i] > w - 2
			    || p.y[i] < GLYPH_TOP || p.y[i] > GLYPH_BOTTOM)
				fail_msg("%d leaves its box at %d %d", c,
				    p.x[i], p.y[i]);
		}
		if (c >= 'A' && c <= 'Z') {
			int top = 0;

			for (size_t i = 0; i < p.n; i++)
				top = p.y[i] < top ? p.y[i] : top;
			assert_in_range(GLYPH_CAPITAL - top, 0, 1);
		}
	}
}

/* A text is its letters side by side, wherever it stands. */
static void
test_run(void **state)
{
	static const char all[] = "pith: " LETTERS " " OTHERS "\x7f\xc3";
	struct buf none = { 0 };
	int x = -37;

	(void)state;
	for (size_t i = 0; all[i] != '\0'; i += 3) {
		static struct points run, one;
		char text[4] = "";
		size_t n = 0;
		int w = x;

		strncat(text, all + i, 3);
		points_of(&run, x, 1000, text);
		for (size_t k = 0; text[k] != '\0'; k++) {
			const char c[2] = { text[k], '\0' };

			points_of(&one, 0, 0, c);
			for (size_t j = 0; j < one.n; j++, n++) {
				assert_int_equal(run.x[n], one.x[j] + w);
				assert_int_equal(run.y[n], one.y[j] + 1000);
			}
			w += glyph_width(c);
		}
		assert_int_equal(n, run.n);
		assert_int_equal(w - x, glyph_width(text));
		x += 911;
		if (strlen(text) < 3)
			break;
	}
	assert_int_equal(glyph_width(""), 0);
	glyph_path(&none, 5, 5, "  ");
	assert_int_equal(none.n, 0);
	buf_clear(&none);
}

/*
 * A reader of just the XML that a badge may be: known elements, known
 * attributes, the five references; anything else fails.
 */
static const char *
word(char *to, size_t room, const char *at)
{
	size_t n = 0;

	while (isalnum((unsigned char)*at) || *at == '-') {
		assert_true(n + 1 < room);
		to[n++] = *at++;
	}
	to[n] = '\0';
	return at;
}

static const char *
one_of(const char *const *list, const char *name)
{
	for (; *list != NULL; list++)
		if (strcmp(*list, name) == 0)
			return *list;
	fail_msg("`%s' may not be here", name);
	return NULL;
}

/* One character of text or of a value. */
static const char *
character(const char *at)
{
	static const char *const references[] = {
		"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"
	};

	assert_true(*at != '<' && *at != '>' && *at != '"' && *at != '\'');
	assert_true((unsigned char)*at >= ' ' || *at == '\n');
	if (*at != '&')
		return at + 1;
	for (size_t i = 0; i < 5; i++)
		if (strncmp(at, references[i], strlen(references[i])) == 0)
			return at + strlen(references[i]);
	fail_msg("%.8s is no reference", at);
	return at;
}

static const char *
attributes(const char *at)
{
	static const char *const names[] = { "xmlns", "width", "height",
		"viewBox", "role", "aria-labelledby", "id", "href", "rx",
		"fill", "d", "stroke", "stroke-width", "stroke-linecap",
		"stroke-linejoin", NULL };
	char name[32];

	while (*at == ' ') {
		at = word(name, sizeof(name), at + 1);
		one_of(names, name);
		assert_true(at[0] == '=' && at[1] == '"');
		for (at += 2; *at != '"';)
			at = character(at);
		at++;
	}
	return at;
}

static void
check_form(struct buf *svg)
{
	static const char *const names[] = { "svg", "title", "desc", "a",
		"rect", "path", "g", NULL };
	const char *open[8];
	size_t depth = 0;
	const char *at = buf_string(svg);
	char name[32];

	assert_int_equal(strlen(at), svg->n);
	assert_int_equal(utf8_check(span_buf(svg)), svg->n);
	do {
		if (*at != '<') {
			at = character(at);
			continue;
		}
		if (at[1] == '/') {
			at = word(name, sizeof(name), at + 2);
			assert_true(depth > 0);
			assert_string_equal(name, open[--depth]);
		} else {
			at = word(name, sizeof(name), at + 1);
			assert_true(depth < 8);
			open[depth++] = one_of(names, name);
			at = attributes(at);
			if (*at == '/') {
				at++;
				depth--;
			}
		}
		assert_true(*at++ == '>');
	} while (depth > 0);
	assert_string_equal(at, "\n");
}

static size_t
count(struct buf *b, const char *what)
{
	size_t n = 0;

	for (const char *at = buf_string(b);
	    (at = strstr(at, what)) != NULL; at++)
		n++;
	return n;
}

/* What is between the first ${from} and the next ${to}. */
static struct span
between(struct buf *b, const char *from, const char *to)
{
	const char *at = strstr(buf_string(b), from);
	const char *end;

	assert_non_null(at);
	at += strlen(from);
	end = strstr(at, to);
	assert_non_null(end);
	return (struct span){ (const uint8_t *)at, (size_t)(end - at) };
}

static void
check_badge(struct buf *svg, const struct svg_badge *b)
{
	svg->n = 0;
	out_svg(svg, b);
	check_form(svg);
	assert_int_equal(count(svg, "href=\""), 1);
	assert_int_equal(count(svg, " href=\"https://pith.science/pith/"), 1);
	assert_int_equal(count(svg, "<a "), 1);
	assert_int_equal(count(svg, "<title "), 1);
	assert_int_equal(count(svg, "<desc "), 1);
	assert_int_equal(count(svg, " role=\"img\""), 1);
}

static void
test_plain(void **state)
{
	struct buf svg = { 0 };

	(void)state;
	check_badge(&svg, &plain);
	assert_span(between(&svg, "<title id=\"pith-" SUFFIX "-t\">", "<"),
	    "Pith Number pith:2016:" SUFFIX ": signature verified");
	assert_span(between(&svg, "<desc id=\"pith-" SUFFIX "-d\">", "<"),
	    "The title of the record: On the sum of two squares");
	assert_span(between(&svg, "href=\"", "\""),
	    "https://pith.science/pith/" SUFFIX);
	assert_span(between(&svg, "<svg ", ">"),
	    "xmlns=\"http://www.w3.org/2000/svg\" width=\"243\""
	    " height=\"40\" viewBox=\"0 0 2430 400\" role=\"img\""
	    " aria-labelledby=\"pith-" SUFFIX "-t pith-" SUFFIX "-d\"");
	assert_int_equal(count(&svg, "id=\""), 2);
	assert_int_equal(count(&svg, " id=\"pith-" SUFFIX "-t\""), 1);
	assert_int_equal(count(&svg, " id=\"pith-" SUFFIX "-d\""), 1);
	assert_true(svg.n < 6 * 1024);
	buf_clear(&svg);
}

/* Same badge, same bytes; and it appends. */
static void
test_repeat(void **state)
{
	struct buf a = { 0 }, b = { 0 };

	(void)state;
	out_svg(&a, &plain);
	buf_text(&b, "x");
	out_svg(&b, &plain);
	assert_true(span_equal(span_buf(&a),
	    (struct span){ b.at + 1, b.n - 1 }));
	buf_clear(&a);
	buf_clear(&b);
}

static long
width_of(struct buf *svg)
{
	return strtol((const char *)between(svg, " width=\"", "\"").at, NULL,
	    10);
}

static void
test_width(void **state)
{
	struct svg_badge b = plain;
	struct buf svg = { 0 };
	char text[120] = "";
	long last = 0;

	(void)state;
	for (size_t n = 40; n < sizeof(text) - 1; n++) {
		memset(text, 'm', n);
		b.number = n % 2 == 0 ? text : "";
		b.words = n % 2 == 0 ? "" : text;
		check_badge(&svg, &b);
		if (n % 2 == 0) {
			assert_true(width_of(&svg) > last);
			last = width_of(&svg);
			assert_true(last * 10 > glyph_width(text) + 80);
		} else {
			assert_true(width_of(&svg) > last + 80);
		}
	}
	b.number = b.words = "";
	check_badge(&svg, &b);
	buf_clear(&svg);
}

/* Every verdict has its own ink and its own shape. */
static void
test_states(void **state)
{
	static const struct {
		enum svg_state state;
		const char *words, *ink;
	} all[] = {
		{ SVG_GOOD, "signature verified", "#1b5e20" },
		{ SVG_CAUTION, "record intact, not signed", "#5b4300" },
		{ SVG_BAD, "signature does not hold", "#7a1f1f" },
	};
	struct svg_badge b = plain;
	struct buf svg = { 0 };
	struct buf shapes[3] = { { 0 }, { 0 }, { 0 } };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		b.words = all[i].words;
		b.state = all[i].state;
		check_badge(&svg, &b);
		assert_int_equal(count(&svg, all[i].words), 1);
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(count(&svg, all[k].ink),
			    k == i ? 2 : 0);
		buf_span(&shapes[i], between(&svg, "stroke-width=\"17\" d=\"",
		    "\""));
		for (size_t k = 0; k < i; k++)
			assert_false(span_equal(span_buf(&shapes[k]),
			    span_buf(&shapes[i])));
	}
	for (size_t i = 0; i < 3; i++)
		buf_clear(&shapes[i]);
	buf_clear(&svg);
}

/* A title changes what is read out and nothing else. */
static void
test_titles(void **state)
{
	static const struct {
		const char *title, *want;
	} all[] = {
		{ "", "" },
		{ "<script>alert(1)</script>",
		  "&lt;script&gt;alert(1)&lt;/script&gt;" },
		{ "\"/><image href=\"http://127.0.0.1/x\"/>",
		  "&quot;/&gt;&lt;image href=&quot;http://127.0.0.1/x"
		  "&quot;/&gt;" },
		{ "</desc></svg>", "&lt;/desc&gt;&lt;/svg&gt;" },
		{ "a ]]> b <![CDATA[", "a ]]&gt; b &lt;![CDATA[" },
		{ "&lt;b&gt; &amp; &nbsp; &#0;",
		  "&amp;lt;b&amp;gt; &amp;amp; &amp;nbsp; &amp;#0;" },
		{ "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///x\">]>&e;",
		  "&lt;!DOCTYPE x [&lt;!ENTITY e SYSTEM &quot;file:///x&quot;"
		  "&gt;]&gt;&amp;e;" },
		{ "<!-- -- --><?xml version='1.0'?>",
		  "&lt;!-- -- --&gt;&lt;?xml version=&#39;1.0&#39;?&gt;" },
		{ "\x1b[31mred\x7f\x08", "\uFFFD[31mred\uFFFD\uFFFD" },
		{ "a\r\n\tb\u2028c", "a   b c" },
		{ "safe \u202Egnp.exe\u202C", "safe \uFFFDgnp.exe\uFFFD" },
		{ "caf\xe9 \xed\xa0\x80 \xef\xbf\xbe",
		  "caf\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD" },
		{ "Caf\u00e9 \u4e2d\u6587 \U0001d53d",
		  "Caf\u00e9 \u4e2d\u6587 \U0001d53d" },
		{ "%s%n%x %d", "%s%n%x %d" },
	};
	struct svg_badge b = plain;
	struct buf model = { 0 }, svg = { 0 };
	struct span old;

	(void)state;
	out_svg(&model, &plain);
	old = between(&model, "The title of the record: ", "</desc>");
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct span got;
		const size_t head = (size_t)(old.at - model.at);

		b.title = all[i].title;
		check_badge(&svg, &b);
		got = between(&svg, "The title of the record: ", "</desc>");
		unit_span(got, span_text(all[i].want), __FILE__, __LINE__);
		unit_span((struct span){ svg.at, head },
		    (struct span){ model.at, head }, __FILE__, __LINE__);
		unit_span((struct span){ got.at + got.n,
		    svg.n - head - got.n },
		    (struct span){ old.at + old.n, model.n - head - old.n },
		    __FILE__, __LINE__);
	}
	b.title = NULL;
	check_badge(&svg, &b);
	assert_span(between(&svg, "<desc id=\"pith-" SUFFIX "-d\">", "<"),
	    "The title of the record is not known.");
	buf_clear(&model);
	buf_clear(&svg);
}

/* Nothing else that comes in can break out, should a caller be careless. */
static void
test_careless(void **state)
{
	static const char *const all[] = {
		"javascript:alert(1)", "\" onload=\"x\" a=\"", "</a><script>",
		"../../x?y#z", "'><style>@import 'x'</style>", "\xff\x01\n",
		"<image xlink:href=\"http://x/\"/>", "<foreignObject/>",
		"&#x3c;text&gt;", "%2e%2e/%s", "\u202e", ""
	};
	static const char *const never[] = { "script", "style", "image",
		"text", "oreign", "use", "import", "url", "font", "data",
		"load", "alert", "xlink", "%", "..", "!", "?", "'", ";" };
	struct buf svg = { 0 }, rest = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		const struct svg_badge b = { all[i], SUFFIX, all[i],
			SVG_CAUTION, all[i] };
		struct span s;

		check_badge(&svg, &b);
		rest.n = 0;
		buf_span(&rest, between(&svg, "", "<title"));
		buf_span(&rest, between(&svg, "</desc>", "</svg>"));
		for (size_t k = 0; k < sizeof(never) / sizeof(never[0]); k++)
			assert_int_equal(count(&rest, never[k]), 0);
		assert_int_equal(count(&rest, "//"), 2);

		check_badge(&svg, &(struct svg_badge){ "", all[i], "",
		    SVG_BAD, NULL });
		s = between(&svg, "href=\"https://pith.science/pith/", "\"");
		assert_int_equal(s.n, strlen(all[i]));
		for (size_t k = 0; k < s.n; k++)
			assert_true(isalnum(s.at[k]) || s.at[k] == '-');
	}
	buf_clear(&svg);
	buf_clear(&rest);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_distinct),
		cmocka_unit_test(test_inside),
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_repeat),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_titles),
		cmocka_unit_test(test_careless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
