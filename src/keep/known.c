/* SPDX-License-Identifier: MIT */
/* See known.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/known.h"
#include "keep/weigh.h"

/* The proof in ${path}, if it is one of this archive and good. */
static bool
judge(int64_t *latest, const char *path, const struct digest *identity,
    const struct headers *headers)
{
	const struct weigh with = { .headers = headers };
	struct weigh_list found = { 0 };
	struct evidence whole = { 0 };
	struct buf file = { 0 };
	struct ots o = { 0 };
	struct err e;
	bool good = false;

	if (file_read(&file, path, LIMIT_OTS_BYTES, &e) == 0
	    && ots_parse(&o, span_buf(&file), &e) == 0
	    && o.hash == HASH_SHA256) {
		weigh_ots(&found, &with, path, &o, identity->at);
		weigh_all(&whole, &found);
		good = whole.state == EVIDENCE_GOOD;
		*latest = whole.latest;
	}
	ots_clear(&o);
	buf_clear(&file);
	free(found.at);
	return good;
}

bool
known_by(char time[EVIDENCE_TIME], const char *path,
    const struct digest *identity, const struct headers *headers)
{
	const size_t n = strlen(path);
	struct buf beside = { 0 }, proofs = { 0 };
	char *dir = file_dir(path), *top = file_dir(dir);
	int64_t a = INT64_MAX, b = INT64_MAX;
	bool good = false;

	if (n > 7 && strcmp(path + n - 7, ".tar.gz") == 0) {
		buf_add(&beside, path, n - 2);
		buf_text(&beside, "ots");
		buf_fmt(&proofs, "%s/proofs/%s/%s", top, file_base(dir),
		    file_base(buf_string(&beside)));
		if (!judge(&a, buf_string(&beside), identity, headers))
			a = INT64_MAX;
		if (!judge(&b, buf_string(&proofs), identity, headers))
			b = INT64_MAX;
		a = a < b ? a : b;
		good = a != INT64_MAX;
	}
	if (good)
		evidence_time(time, a);
	buf_clear(&beside);
	buf_clear(&proofs);
	free(dir);
	free(top);
	return good;
}
