/* SPDX-License-Identifier: MIT */
/*
 * Trees, notes, checkpoints, tiles and proofs of a log.  The first word of a
 * line says what is asked; bytes are hex, numbers decimal.
 *
 *	hash KIND BYTES                           the digest
 *	inclusion INDEX SIZE LEAF ROOT HASH...    ok | bad
 *	consistency OLD SIZE ROOT ROOT HASH...    ok | bad
 *	note VKEY NOTE    good TIME | unknown 0 | bad 0 | malformed
 *	cosign SEED NAME TIME TEXT                the vkey and the line
 *	again NOTE, proof PROOF, vkey VKEY, skey SKEY
 *	                          printed again | malformed
 *	policy POLICY NOTE        ok LOG WITNESSES TIME | absent | bad ...
 *	inside PROOF ENTRY                        ok | bad | malformed
 *	log SKEY ENTRY...         the checkpoint, then PATH=BYTES each
 *	prove N SIZE ENTRY...     "root HASH in HASH... since HASH...": of the
 *	                          entry N, from the first N
 */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>

#include "base/mem.h"
#include "lines.h"

#include "anchor/hash.h"
#include "anchor/policy.h"
#include "anchor/proof.h"
#include "anchor/tile.h"

static bool
number(uint64_t *out, char **rest)
{
	char *end;

	*rest += strspn(*rest, " ");
	*out = strtoull(*rest, &end, 10);
	if (end == *rest || **rest == '-')
		return false;
	*rest = end;
	return true;
}

/* The exact 32-byte rule. */
static bool
hash_word(struct digest *d, char **rest)
{
	struct buf b = { 0 };
	const bool good = lines_word(&b, rest) && b.n == DIGEST_BYTES;

	if (good)
		memcpy(d->at, b.at, DIGEST_BYTES);
	buf_clear(&b);
	return good;
}

static bool
path_words(struct merkle_path *p, char *rest)
{
	p->n = 0;
	while (*rest != '\0') {
		if (p->n == MERKLE_LEVELS || !hash_word(&p->at[p->n++], &rest))
			return false;
	}
	return true;
}

static void
ask_tree(char *line, bool inclusion)
{
	struct merkle_path path;
	struct digest a, b;
	uint64_t m, n;
	struct err e;
	bool good;

	good = number(&m, &line) && number(&n, &line) && hash_word(&a, &line)
	    && hash_word(&b, &line) && path_words(&path, line);
	if (good && inclusion)
		good = merkle_inclusion_check(&path, m, n, &a, &b, &e) == 0;
	else if (good)
		good = merkle_consistency_check(&path, m, n, &a, &b, &e) == 0;
	puts(good ? "ok" : "bad");
}

static void
ask_hash(char *line)
{
	struct buf b = { 0 };
	const size_t n = strcspn(line, " ");
	enum hash_kind kind;
	struct hash *h;
	uint8_t out[HASH_MOST];
	struct err e;

	if (!hash_parse(&kind, (struct span){ (uint8_t *)line, n }))
		exit(99);
	line += n;
	if (!lines_word(&b, &line) || hash_open(&h, kind, &e) < 0)
		exit(99);
	/* In two pieces that are no multiple of a block. */
	if (b.n > 0) {
		hash_add(h, (struct span){ b.at, b.n / 3 });
		hash_add(h, (struct span){ b.at + b.n / 3, b.n - b.n / 3 });
	}
	hash_close(out, h);
	buf_clear(&b);
	lines_answer((struct span){ out, hash_size(kind) });
}

static void
ask_note(struct span vkey, struct span bytes)
{
	static const char *const words[] = { "unknown", "good", "bad" };
	struct note_key k = { 0 };
	struct note note = { 0 };
	uint64_t time = 0;
	struct err e;

	if (note_key_parse(&k, vkey, &e) < 0
	    || note_parse(&note, bytes, &e) < 0) {
		puts("malformed");
	} else {
		const enum note_state state = note_check(&note, &k, &time);

		printf("%s %" PRIu64 "\n", words[state], time);
	}
	note_key_clear(&k);
	note_clear(&note);
}

static void
ask_again(char what, struct span bytes)
{
	struct note note = { 0 };
	struct proof proof = { 0 };
	struct note_key key = { 0 };
	struct note_secret secret = { 0 };
	struct buf out = { 0 };
	struct err e;
	int rc = -1;

	if (what == 'n' && (rc = note_parse(&note, bytes, &e)) == 0)
		note_print(&out, &note);
	if (what == 'p' && (rc = proof_parse(&proof, bytes, &e)) == 0)
		proof_print(&out, &proof);
	if (what == 'v' && (rc = note_key_parse(&key, bytes, &e)) == 0)
		note_key_print(&out, &key);
	if (what == 's' && (rc = note_secret_parse(&secret, bytes, &e)) == 0)
		note_secret_print(&out, &secret);
	if (rc == 0)
		lines_answer(span_buf(&out));
	else
		puts("malformed");
	note_clear(&note);
	proof_clear(&proof);
	note_key_clear(&key);
	note_secret_clear(&secret);
	buf_clear(&out);
}

static void
ask_policy(struct span text, struct span bytes)
{
	struct policy_verdict v;
	struct policy *p = NULL;
	struct note note = { 0 };
	struct checkpoint c = { 0 };
	struct err e;

	if (policy_parse(&p, text, &e) < 0
	    || note_parse(&note, bytes, &e) < 0
	    || checkpoint_parse(&c, span_buf(&note.text), &e) < 0)
		printf("malformed %s\n", e.text);
	else if (policy_check(&v, p, &note, &c, &e) == 0)
		printf("ok %s %zu %" PRIu64 "\n", v.log, v.witnesses, v.time);
	else
		puts(e.kind == ERR_ABSENT ? "absent" : "bad");
	policy_free(p);
	note_clear(&note);
	checkpoint_clear(&c);
}

static void
ask_inside(struct span bytes, struct span entry)
{
	struct proof p = { 0 };
	struct err e;

	if (proof_parse(&p, bytes, &e) < 0)
		puts("malformed");
	else
		puts(proof_check(&p, entry, &e) == 0 ? "ok" : "bad");
	proof_clear(&p);
}

/* --- a whole log ---------------------------------------------------------- */

static int
show_tile(void *ctx, const struct tile *t, struct span bytes, struct err *e)
{
	char name[TILE_PATH];

	(void)ctx;
	(void)e;
	printf(" %s=", tile_print(name, t));
	for (size_t i = 0; i < bytes.n; i++)
		printf("%02x", bytes.at[i]);
	return 0;
}

static void
ask_log(char *line)
{
	struct tile_writer w = { .write = show_tile };
	struct note_secret s;
	struct checkpoint c = { 0 };
	struct buf b = { 0 }, note = { 0 };
	struct err e;

	if (!lines_word(&b, &line)
	    || note_secret_parse(&s, span_buf(&b), &e) < 0)
		exit(99);
	printf("log");
	while (*line != '\0') {
		if (!lines_word(&b, &line)
		    || tile_writer_add(&w, span_buf(&b), &e) < 0)
			exit(99);
	}
	if (tile_writer_flush(&w, &e) < 0)
		exit(99);
	c = (struct checkpoint){ s.key.name, w.size, tile_writer_root(&w),
		false };
	if (checkpoint_sign(&note, &c, &s, &e) < 0)
		exit(99);
	printf(" checkpoint=");
	lines_answer(span_buf(&note));
	note_secret_clear(&s);
	tile_writer_clear(&w);
	buf_clear(&b);
	buf_clear(&note);
}

/* Leaf hashes in a row, hashed up on demand. */
struct leaves {
	struct digest *at;
	uint64_t n;
};

static int
get_leaf(void *ctx, struct digest *out, unsigned level, uint64_t index,
    struct err *e)
{
	const struct leaves *l = ctx;
	struct digest a, b;

	if (level == 0) {
		if (index >= l->n)
			exit(99);
		*out = l->at[index];
		return 0;
	}
	if (get_leaf(ctx, &a, level - 1, 2 * index, e) < 0
	    || get_leaf(ctx, &b, level - 1, 2 * index + 1, e) < 0)
		return -1;
	*out = merkle_node(&a, &b);
	return 0;
}

static void
show_path(const struct merkle_path *p)
{
	for (size_t i = 0; i < p->n; i++) {
		char hex[DIGEST_HEX];

		printf(" %s", digest_print(hex, &p->at[i]));
	}
}

/* prove N SIZE ENTRY...: "root HASH in HASH... since HASH..." */
static void
ask_prove(char *line)
{
	struct leaves l = { 0 };
	struct merkle_source from;
	struct merkle_path p;
	struct merkle t;
	struct digest root;
	struct buf b = { 0 };
	uint64_t n, size;
	char hex[DIGEST_HEX];
	struct err e;

	if (!number(&n, &line) || !number(&size, &line))
		exit(99);
	while (*line != '\0' && lines_word(&b, &line)) {
		mem_grow(&l.at, (size_t)l.n, sizeof(*l.at));
		l.at[l.n++] = merkle_leaf(span_buf(&b));
	}
	from = (struct merkle_source){ l.n, get_leaf, &l };
	if (merkle_load(&t, &from, size, &e) < 0)
		exit(99);
	root = merkle_root(&t);
	printf("root %s in", digest_print(hex, &root));
	if (merkle_inclusion(&p, &from, n, size, &e) == 0)
		show_path(&p);
	printf(" since");
	if (merkle_consistency(&p, &from, n, size, &e) == 0)
		show_path(&p);
	puts("");
	free(l.at);
	buf_clear(&b);
}

static void
cosign(char *line)
{
	struct buf seed = { 0 }, name = { 0 }, text = { 0 }, out = { 0 };
	struct note_secret s;
	uint64_t time;
	struct err e;

	if (!lines_word(&seed, &line) || !lines_word(&name, &line)
	    || !number(&time, &line) || !lines_word(&text, &line)
	    || note_secret_init(&s, buf_string(&name), NOTE_COSIGNATURE,
		seed.at, &e) < 0)
		exit(99);
	note_key_print(&out, &s.key);
	buf_byte(&out, ' ');
	note_sign(&out, &s, span_buf(&text), time);
	lines_answer(span_buf(&out));
	note_secret_clear(&s);
	buf_clear(&seed);
	buf_clear(&name);
	buf_clear(&text);
	buf_clear(&out);
}

static bool
is(char **line, const char *word)
{
	const size_t n = strlen(word);

	if (strncmp(*line, word, n) != 0 || (*line)[n] != ' ')
		return false;
	*line += n + 1;
	return true;
}

static void
answer(char *line)
{
	struct buf a = { 0 }, b = { 0 };

	if (is(&line, "hash"))
		ask_hash(line);
	else if (is(&line, "inclusion"))
		ask_tree(line, true);
	else if (is(&line, "consistency"))
		ask_tree(line, false);
	else if (is(&line, "log"))
		ask_log(line);
	else if (is(&line, "prove"))
		ask_prove(line);
	else if (is(&line, "cosign"))
		cosign(line);
	else {
		char *verb = line;

		line += strcspn(line, " ");
		if (!lines_word(&a, &line))
			exit(99);
		if (is(&verb, "again"))
			ask_again('n', span_buf(&a));
		else if (is(&verb, "proof"))
			ask_again('p', span_buf(&a));
		else if (is(&verb, "vkey"))
			ask_again('v', span_buf(&a));
		else if (is(&verb, "skey"))
			ask_again('s', span_buf(&a));
		else if (!lines_word(&b, &line))
			exit(99);
		else if (is(&verb, "note"))
			ask_note(span_buf(&a), span_buf(&b));
		else if (is(&verb, "policy"))
			ask_policy(span_buf(&a), span_buf(&b));
		else if (is(&verb, "inside"))
			ask_inside(span_buf(&a), span_buf(&b));
		else
			exit(99);
	}
	buf_clear(&a);
	buf_clear(&b);
}

int
main(void)
{
	return sodium_init() < 0 ? 99 : lines_serve(answer);
}
