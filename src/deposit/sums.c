/* SPDX-License-Identifier: MIT */
/* See sums.h. */
#include "config.h"

#include <zlib.h>

#include "deposit/sums.h"

static const enum hash_kind kinds[SUMS_HASHES] = {
	HASH_MD5, HASH_SHA1, HASH_SHA256, HASH_SHA512
};

int
sums_open(struct sums_pass *p, struct err *e)
{
	*p = (struct sums_pass){ .crc32 = (uint32_t)crc32(0, NULL, 0) };
	for (size_t i = 0; i < SUMS_HASHES; i++) {
		if (hash_open(&p->hash[i], kinds[i], e) < 0) {
			sums_close(NULL, p);
			return -1;
		}
	}
	return 0;
}

void
sums_add(struct sums_pass *p, struct span bytes)
{
	for (size_t i = 0; i < SUMS_HASHES; i++)
		hash_add(p->hash[i], bytes);
	if (bytes.n > 0)
		p->crc32 = (uint32_t)crc32_z(p->crc32, bytes.at, bytes.n);
	p->bytes += bytes.n;
}

void
sums_close(struct sums *out, struct sums_pass *p)
{
	uint8_t *into[SUMS_HASHES] = { NULL };

	if (out != NULL) {
		out->bytes = p->bytes;
		out->crc32 = p->crc32;
		into[0] = out->md5;
		into[1] = out->sha1;
		into[2] = out->sha256;
		into[3] = out->sha512;
	}
	for (size_t i = 0; i < SUMS_HASHES; i++)
		hash_close(into[i], p->hash[i]);
	*p = (struct sums_pass){ 0 };
}

int
sums_read(struct sums *out, struct source *from, struct err *e)
{
	struct sums_pass pass = { 0 };
	struct span got = { NULL, 0 };
	int rc = sums_open(&pass, e);

	if (rc < 0)
		return -1;
	while ((rc = stream_some(&got, from, e)) > 0)
		sums_add(&pass, got);
	sums_close(rc == 0 ? out : NULL, &pass);
	return rc;
}
