/* SPDX-License-Identifier: MIT */
/* See search.h. */
#include "config.h"

#include <stdio.h>

#include "out/search.h"

struct search
search_of(size_t numbers)
{
	struct search s = { 0, 2 };

	if (numbers > 200)
		s.depth = numbers > 8192 ? 2 : 1;
	if (numbers > 20000)
		s.key = 3;
	return s;
}

/* How many bytes at ${s} are a mark of TeX, which is no part of a word: an
 * accent, or a brace. */
static size_t
mark(struct span s)
{
	if (s.at[0] == '{' || s.at[0] == '}')
		return 1;
	if (s.at[0] != '\\' || s.n < 2 || s.at[1] == '\0')
		return 0;
	if (strchr("'`^\"~=.", s.at[1]) != NULL)
		return 2;
	return s.n > 2 && s.at[2] == '{' && strchr("Hcdbkrtuv", s.at[1])
	    != NULL ? 2 : 0;
}

static bool
is_letter(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
}

void
search_each(struct span text, search_word *each, void *ctx)
{
	uint8_t word[SEARCH_WORD];
	size_t n = 0;

	while (text.n > 0) {
		const size_t skip = mark(text);
		uint8_t c = text.at[0];

		if (c >= 'A' && c <= 'Z')
			c = (uint8_t)(c + ('a' - 'A'));
		if (skip == 0 && is_letter(c)) {
			/* A long word is cut between characters. */
			if (n < SEARCH_WORD - 4 || (n < SEARCH_WORD
			    && (c & 0xc0) == 0x80))
				word[n++] = c;
		} else if (skip == 0 && n > 0) {
			each(ctx, (struct span){ word, n });
			n = 0;
		}
		text.at += skip > 0 ? skip : 1;
		text.n -= skip > 0 ? skip : 1;
	}
	if (n > 0)
		each(ctx, (struct span){ word, n });
}

char *
search_key(char out[SEARCH_KEY], const struct search *s, struct span word)
{
	unsigned n = 0;

	for (size_t i = 0; i < word.n && n < s->key; i++)
		if (word.at[i] < 0x80)
			out[n++] = (char)word.at[i];
		else if (word.at[i] >= 0xc0)
			out[n++] = '_';
	out[n] = '\0';
	return out;
}

char *
search_place(char out[4], const struct search *s, const char *suffix)
{
	snprintf(out, 4, "%.3s", "all");
	if (s->depth > 0)
		snprintf(out, 4, "%.*s", (int)s->depth, suffix);
	return out;
}

void
out_search_form(struct buf *out, const struct search *s)
{
	buf_fmt(out, "<form id=\"search\" role=\"search\" data-depth=\"%u\" "
	    "data-key=\"%u\" hidden>\n"
	    "<label for=\"words\">Search by title, author, number or arXiv id"
	    "</label>\n<span class=\"row\"><input id=\"words\" type=\"search\" "
	    "autocomplete=\"off\" spellcheck=\"false\">"
	    "<button type=\"submit\">Search</button></span>\n"
	    "<p id=\"said\" class=\"small\" role=\"status\"></p>\n"
	    "<ul id=\"found\" class=\"cards\" hidden></ul>\n</form>\n",
	    s->depth, s->key);
}

/*
 * What a reader types is cut into words as above; each word leads to the
 * numbers that have a word which begins with it.  One that is shorter than a
 * key stands for all keys that begin with it; where those are too many files
 * to load, only the numbers that the other words lead to are looked at.
 * Nothing of a record becomes markup: all of it is set as text.
 */
const char out_search_script[] =
    "\"use strict\";\n"
    "(() => {\n"
    "const find = id => document.getElementById(id);\n"
    "const form = find(\"search\"), box = find(\"words\");\n"
    "const said = find(\"said\"), list = find(\"found\");\n"
    "const keyed = +form.dataset.key, depth = +form.dataset.depth;\n"
    "const SHOWN = 50, LOADED = 400, KEYS = 40;\n"
    "const words = new Map(), numbers = new Map(), loads = new Map();\n"
    "let keys = null, turn = 0;\n"
    "window.pithKeys = text => { keys = new Set(text.split(\" \")); };\n"
    "window.pithWords = rows => rows.forEach(r => words.set(r[0], r[1]));\n"
    "window.pithNumbers = rows => rows.forEach(r => {\n"
    "  const start = r[0].slice(0, 10);\n"
    "  numbers.set(start, (numbers.get(start) || []).concat([r]));\n"
    "});\n"
    "const load = path => {\n"
    "  if (!loads.has(path)) loads.set(path, new Promise(done => {\n"
    "    const s = document.createElement(\"script\");\n"
    "    s.src = path;\n"
    "    s.onload = s.onerror = done;\n"
    "    document.head.append(s);\n"
    "  }));\n"
    "  return loads.get(path);\n"
    "};\n"
    "const split = text => text\n"
    "    .replace(/\\\\['`^\"~=.]|\\\\[Hcdbkrtuv](?=\\{)|[{}]/g, \"\")\n"
    "    .replace(/[A-Z]/g, c => c.toLowerCase())\n"
    "    .match(/[a-z0-9\\u0080-\\uffff]+/g) || [];\n"
    "const asked = text => split(text.trim()\n"
    "    .replace(/^https?:\\/\\/[^\\/]*\\/pith\\//i, \"\")\n"
    "    .replace(/^(pith:(\\d{4}:)?|arxiv:|doi:)/i, \"\")\n"
    "    .replace(/^10\\.48550\\/arxiv\\./i, \"\"));\n"
    "const keyOf = w => Array.from(w).slice(0, keyed)\n"
    "    .map(c => c < \"\\u0080\" ? c : \"_\").join(\"\");\n"
    "const has = (r, w) => split(r.join(\" \")).some(x => x.startsWith(w));\n"
    "/* The numbers of one word; null: too many have it. */\n"
    "const startsOf = async w => {\n"
    "  const key = keyOf(w), out = new Set();\n"
    "  const those = key.length >= keyed ? [key].filter(k => keys.has(k))\n"
    "      : [...keys].filter(k => k.startsWith(key));\n"
    "  if (those.length > KEYS) return null;\n"
    "  await Promise.all(those.map(k => "
    "load(\"search/words/\" + k + \".js\")));\n"
    "  for (const [word, starts] of words) {\n"
    "    if (!word.startsWith(w.slice(0, 12))) continue;\n"
    "    if (starts === \"\") return null;\n"
    "    starts.split(\" \").forEach(s => out.add(s));\n"
    "  }\n"
    "  return out;\n"
    "};\n"
    "const add = (to, name, text, type) => {\n"
    "  const e = document.createElement(name);\n"
    "  e.textContent = text;\n"
    "  if (type) e.className = type;\n"
    "  to.append(e);\n"
    "  return e;\n"
    "};\n"
    "const show = rows => {\n"
    "  list.textContent = \"\";\n"
    "  for (const r of rows) {\n"
    "    const item = add(list, \"li\", \"\");\n"
    "    add(item, \"a\", r[2]).href = \"pith/\" + r[0] + \"/index.html\";\n"
    "    for (const text of [r[3], [r[4], r[5], r[6]].filter(x => x)\n"
    "        .join(\" \\u00b7 \"), \"pith:\" + r[1] + \":\" + r[0]])\n"
    "      if (text) { add(item, \"br\", \"\"); "
    "add(item, \"span\", text, \"small\"); }\n"
    "  }\n"
    "  list.hidden = rows.length === 0;\n"
    "};\n"
    "const search = async () => {\n"
    "  const mine = ++turn, want = asked(box.value);\n"
    "  if (want.length === 0) { said.textContent = \"\"; show([]); "
    "return; }\n"
    "  await load(\"search/keys.js\");\n"
    "  let left = null;\n"
    "  for (const w of keys ? want : []) {\n"
    "    const some = await startsOf(w);\n"
    "    if (some !== null) left = left === null ? some\n"
    "        : new Set([...left].filter(s => some.has(s)));\n"
    "  }\n"
    "  if (mine !== turn) return;\n"
    "  if (left === null) {\n"
    "    said.textContent = keys ? \"Too many numbers have that; add a word.\"\n"
    "        : \"The index of this mirror is not here.\";\n"
    "    show([]);\n"
    "    return;\n"
    "  }\n"
    "  const starts = [...left].sort(), rows = [];\n"
    "  let at = 0;\n"
    "  for (; at < starts.length && at < LOADED && rows.length < SHOWN; "
    "at++) {\n"
    "    const place = depth ? starts[at].slice(0, depth) : \"all\";\n"
    "    await load(\"search/numbers/\" + place + \".js\");\n"
    "    rows.push(...(numbers.get(starts[at]) || [])\n"
    "        .filter(r => want.every(w => has(r, w))));\n"
    "  }\n"
    "  if (mine !== turn) return;\n"
    "  rows.sort((a, b) => a[5] < b[5] ? 1 : a[5] > b[5] ? -1 : 0);\n"
    "  said.textContent = rows.length === 0 ? \"Nothing here has that.\"\n"
    "      : at < starts.length ? \"The first \" + rows.length + \" of about \"\n"
    "      + starts.length + \"; add a word to see fewer.\"\n"
    "      : rows.length === 1 ? \"1 number\" : rows.length + \" numbers\";\n"
    "  show(rows);\n"
    "};\n"
    "let soon = 0;\n"
    "box.addEventListener(\"input\", () => {\n"
    "  clearTimeout(soon);\n"
    "  soon = setTimeout(search, 150);\n"
    "});\n"
    "form.addEventListener(\"submit\", e => { e.preventDefault(); search(); });\n"
    "form.hidden = false;\n"
    "if (location.hash.startsWith(\"#q=\")) {\n"
    "  box.value = decodeURIComponent(location.hash.slice(3)"
    ".replace(/\\+/g, \" \"));\n"
    "  search();\n"
    "}\n"
    "})();\n";
