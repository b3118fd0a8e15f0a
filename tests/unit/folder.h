/* SPDX-License-Identifier: MIT */
/*
 * Fixtures of tests that need a folder of their own and nothing else: begin()
 * makes it and names it in dir, end() removes it.
 */
#ifndef PITH_TESTS_FOLDER_H
#define PITH_TESTS_FOLDER_H

#include "sample.h"

static char *dir;

static int
begin(void **state)
{
	(void)state;
	dir = sample_folder();
	return 0;
}

static int
end(void **state)
{
	(void)state;
	sample_remove(dir);
	return 0;
}

#endif
