/* SPDX-License-Identifier: MIT */
/*
 * Material that several unit tests share: files of bundles/, a folder that is
 * removed again, the key of the tests' registry, and bundles made from text.
 */
#ifndef PITH_TESTS_SAMPLE_H
#define PITH_TESTS_SAMPLE_H

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/file.h"
#include "trust/keyring.h"

/* The bytes of ${name} under the source tree; the test fails without it. */
static inline struct buf
sample_file(const char *name)
{
	const char *top = getenv("TOP");
	char *path = file_join(top != NULL ? top : ".", name);
	struct buf out = { 0 };
	struct err e;

	if (file_read(&out, path, 1u << 20, &e) < 0)
		fail_msg("%s", e.text);
	free(path);
	return out;
}

/* A folder of its own for a test, and its name. */
static inline char *
sample_folder(void)
{
	const char *tmp = getenv("TMPDIR");
	char *path = file_join(tmp != NULL ? tmp : "/tmp", "unit.XXXXXX");

	if (mkdtemp(path) == NULL)
		fail_msg("%s: cannot make it", path);
	return path;
}

/* Remove the folder, what is in it and in folders in it; free the name. */
static inline void
sample_remove(char *path)
{
	struct names names;
	struct err e;

	chmod(path, 0755);
	if (file_names(&names, path, NULL, &e) == 0) {
		for (size_t i = 0; i < names.n; i++) {
			char *inner = file_join(path, names.at[i]);
			struct stat st;

			if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode)) {
				sample_remove(inner);
				continue;
			}
			unlink(inner);
			free(inner);
		}
		file_names_free(&names);
	}
	rmdir(path);
	free(path);
}

/* Write ${text} to ${name} in the folder ${dir}. */
static inline void
sample_write(const char *dir, const char *name, struct span bytes)
{
	char *path = file_join(dir, name);
	struct err e;

	if (file_write(path, bytes, 0644, &e) < 0)
		fail_msg("%s", e.text);
	free(path);
}

/* A ring of the one key file bundles/tests/keys/test-registry.json. */
static inline struct keyring *
sample_ring(const char *folder)
{
	const char *top = getenv("TOP");
	char *path = file_join(top != NULL ? top : ".", folder);
	const char *const dirs[] = { path };
	struct keyring *ring;
	struct err e;

	if (keyring_load(&ring, dirs, 1, &e) < 0)
		fail_msg("%s", e.text);
	free(path);
	return ring;
}

#define SAMPLE_TEST_KEYS "bundles/tests/keys"
#define SAMPLE_REAL_KEYS "bundles/keys"

/* The secret key of test-registry, whose seed bundles/README.md gives away;
 * and its public half. */
static inline void
sample_secret(uint8_t sk[64], uint8_t pk[32])
{
	static const char text[] = "pithtex test registry";
	const struct digest seed = digest_sha256(span_text(text));

	crypto_sign_seed_keypair(pk, sk, seed.at);
}

#endif
