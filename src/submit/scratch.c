/* SPDX-License-Identifier: MIT */
/* See scratch.h. */
#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "submit/scratch.h"

int
scratch_make(char **out, const char *tmp, struct err *e)
{
	char *path = file_join(tmp, "pithtex.XXXXXX"), *real;

	if (mkdtemp(path) == NULL) {
		err_sys(e, "%s: cannot make a folder", tmp);
		free(path);
		return -1;
	}
	real = realpath(path, NULL);
	if (real == NULL) {
		err_sys(e, "%s", path);
		scratch_remove(path);
		return -1;
	}
	free(path);
	*out = real;
	return 0;
}

void
scratch_remove(char *path)
{
	struct names names;
	struct err e;

	if (path == NULL)
		return;
	if (file_names(&names, path, NULL, &e) == 0) {
		for (size_t i = 0; i < names.n; i++) {
			char *inner = file_join(path, names.at[i]);
			struct stat st;

			if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode)) {
				scratch_remove(inner);
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
