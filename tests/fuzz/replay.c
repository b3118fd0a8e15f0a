/* SPDX-License-Identifier: MIT */
/*
 * The main() of a fuzz target in an ordinary build: gives it, one after the
 * other, the files of tests/fuzz/seeds/NAME and prints TAP.  A target that
 * crashes or leaks fails; what it returns does not matter.
 *
 * Usage: NAME [FILE...].  Without a file the seeds under $TOP are read.
 */
#include "config.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

/* As large as any seed may be. */
static uint8_t bytes[1 << 20];

static int
replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *exact;
	size_t n;

	if (f == NULL)
		return -1;
	n = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);

	/* A copy that ends where its bytes end, so that sanitizers see a step
	 * beyond them. */
	exact = malloc(n > 0 ? n : 1);
	if (exact == NULL)
		return -1;
	memcpy(exact, bytes, n);
	(void)LLVMFuzzerTestOneInput(exact, n);
	free(exact);
	return 0;
}

static int
visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static const char *
base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

/* One line of TAP for the file ${path}.  Returns 1 when it failed. */
static int
report(int number, const char *path)
{
	const int rc = replay(path);

	printf("%s %d - %s\n", rc < 0 ? "not ok" : "ok", number, base(path));
	fflush(stdout);
	return rc < 0;
}

int
main(int argc, char **argv)
{
	const char *top = getenv("TOP");
	struct dirent **list;
	char dir[2048], path[4096];
	int bad = 0, i, n;

	if (argc > 1) {
		for (i = 1; i < argc; i++)
			bad += report(i, argv[i]);
		printf("1..%d\n", argc - 1);
		return bad > 0;
	}

	snprintf(dir, sizeof(dir), "%s/tests/fuzz/seeds/%s",
	    top == NULL ? "." : top, base(argv[0]));
	n = scandir(dir, &list, visible, alphasort);
	if (n <= 0) {
		printf("Bail out! no seeds in %s\n", dir);
		return 1;
	}
	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, list[i]->d_name);
		bad += report(i + 1, path);
		free(list[i]);
	}
	free(list);
	printf("1..%d\n", n);
	return bad > 0;
}
