/* SPDX-License-Identifier: MIT */
/* See known.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "keep/known.h"
#include "keep/weigh.h"

/* The proofs that begin with ${lead}, if they are of this archive and good. */
static int64_t
judge(const char *lead, const struct digest *identity,
    const struct weigh *with)
{
	struct buf ots = { 0 }, tokens = { 0 };
	struct weigh_list found = { 0 };
	struct evidence whole = { 0 };
	struct subject s = { .digest = *identity, .file = *identity };
	struct err e;
	int64_t latest = INT64_MAX;

	buf_fmt(&ots, "%s.ots", lead);
	buf_fmt(&tokens, "%s.", lead);
	s.name = s.ots = (char *)ots.at;
	s.tokens = (char *)tokens.at;
	if (weigh_subject(&found, with, &s, &e) == 0 && found.n > 0) {
		weigh_all(&whole, &found);
		if (whole.state == EVIDENCE_GOOD)
			latest = whole.latest;
	}
	buf_clear(&ots);
	buf_clear(&tokens);
	free(found.at);
	return latest;
}

bool
known_by(char time[EVIDENCE_TIME], const char *path,
    const struct digest *identity, const struct headers *headers,
    const struct tsa_roots *roots)
{
	const struct weigh with = { .headers = headers, .roots = roots };
	const size_t n = strlen(path);
	struct buf beside = { 0 }, proofs = { 0 };
	char *dir = file_dir(path), *top = file_dir(dir);
	int64_t a = INT64_MAX, b = INT64_MAX;

	if (n > 7 && strcmp(path + n - 7, ".tar.gz") == 0) {
		buf_add(&beside, path, n - 3);
		buf_fmt(&proofs, "%s/proofs/%s/%s", top, file_base(dir),
		    file_base(buf_string(&beside)));
		a = judge(buf_string(&beside), identity, &with);
		b = judge(buf_string(&proofs), identity, &with);
	}
	a = a < b ? a : b;
	if (a != INT64_MAX)
		evidence_time(time, a);
	buf_clear(&beside);
	buf_clear(&proofs);
	free(dir);
	free(top);
	return a != INT64_MAX;
}
