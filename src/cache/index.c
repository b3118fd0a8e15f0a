/* SPDX-License-Identifier: MIT */
/* See index.h. */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "cache/index.h"

/* Changed whenever the tables change: another one is no index. */
#define FORMAT 1

struct index {
	sqlite3 *db;
	char *path;
};

static int
fail(struct index *x, struct err *e)
{
	return err_set(e, ERR_IO, "%s: %s", x->path,
	    x->db != NULL ? sqlite3_errmsg(x->db) : "out of memory");
}

static int
run(struct index *x, const char *sql, struct err *e)
{
	return sqlite3_exec(x->db, sql, NULL, NULL, NULL) == SQLITE_OK
	    ? 0 : fail(x, e);
}

/* Run ${sql} with up to two texts bound, for its rows nobody asks. */
static int
run_with(struct index *x, const char *sql, const char *a, const char *b,
    struct err *e)
{
	sqlite3_stmt *st = NULL;
	int rc;

	rc = sqlite3_prepare_v2(x->db, sql, -1, &st, NULL);
	if (rc == SQLITE_OK && a != NULL)
		rc = sqlite3_bind_text(st, 1, a, -1, SQLITE_TRANSIENT);
	if (rc == SQLITE_OK && b != NULL)
		rc = sqlite3_bind_text(st, 2, b, -1, SQLITE_TRANSIENT);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(st) == SQLITE_DONE ? SQLITE_OK
		    : SQLITE_ERROR;
	if (rc != SQLITE_OK)
		fail(x, e);
	sqlite3_finalize(st);
	return rc == SQLITE_OK ? 0 : -1;
}

/*
 * SQLite syncs the folder of a new journal but takes no notice when that
 * fails.  So a journal is made and its name synced here, and SQLite opens it
 * as a file that was there.
 */
static sqlite3_vfs shim;
static int (*open_below)(sqlite3_vfs *vfs, sqlite3_filename name,
    sqlite3_file *file, int flags, int *out_flags);

static int
open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file,
    int flags, int *out_flags)
{
	if ((flags & SQLITE_OPEN_MAIN_JOURNAL) != 0
	    && (flags & SQLITE_OPEN_CREATE) != 0) {
		struct err e;
		const int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

		if (fd < 0)
			return SQLITE_CANTOPEN;
		close(fd);
		if (file_sync_name(name, &e) < 0)
			return SQLITE_IOERR_DIR_FSYNC;
		flags &= ~SQLITE_OPEN_CREATE;
	}
	return open_below(vfs, name, file, flags, out_flags);
}

static void
register_shim(void)
{
	sqlite3_vfs *below = sqlite3_vfs_find(NULL);

	if (below == NULL)
		return;
	shim = *below;
	shim.zName = "pithtex";
	shim.pNext = NULL;
	open_below = below->xOpen;
	shim.xOpen = open_file;
	sqlite3_vfs_register(&shim, 0);
}

static int
open_db(struct index **out, const char *path, int flags, struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct index *x = mem_zero(1, sizeof(*x));

	pthread_once(&once, register_shim);
	x->path = mem_string(path);
	if (sqlite3_open_v2(path, &x->db, flags | SQLITE_OPEN_NOFOLLOW
	    | SQLITE_OPEN_PRIVATECACHE, "pithtex") != SQLITE_OK) {
		fail(x, e);
		index_close(x);
		return -1;
	}
	sqlite3_busy_timeout(x->db, 10000);
	*out = x;
	return 0;
}

static int
format_of(struct index *x)
{
	sqlite3_stmt *st = NULL;
	int v = -1;

	if (sqlite3_prepare_v2(x->db, "PRAGMA user_version", -1, &st, NULL)
	    == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
		v = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return v;
}

int
index_open(struct index **out, const char *path, struct err *e)
{
	struct index *x;

	if (!file_is_regular(path))
		return err_set(e, ERR_ABSENT, "%s: no index", path);
	if (open_db(&x, path, SQLITE_OPEN_READONLY, e) < 0)
		return -1;
	if (format_of(x) != FORMAT) {
		index_close(x);
		return err_set(e, ERR_ABSENT, "%s: no index of this version",
		    path);
	}
	*out = x;
	return 0;
}

int
index_create(struct index **out, const char *path, struct err *e)
{
	static const char sql[] =
	    "BEGIN;"
	    "DROP TABLE IF EXISTS alias; DROP TABLE IF EXISTS generation;"
	    "CREATE TABLE alias(name TEXT, suffix TEXT,"
	    " PRIMARY KEY(name, suffix)) WITHOUT ROWID;"
	    "CREATE TABLE generation(text TEXT PRIMARY KEY) WITHOUT ROWID;"
	    "PRAGMA user_version = 1;"
	    "COMMIT";
	struct index *x;
	int rc = 0;

	if (open_db(&x, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
	    e) < 0)
		return -1;
	if (format_of(x) == -1) {
		/* Not a database: it is derived, so it may be made anew. */
		index_close(x);
		if (unlink(path) < 0)
			return err_sys(e, "%s: cannot remove", path);
		if (open_db(&x, path, SQLITE_OPEN_READWRITE
		    | SQLITE_OPEN_CREATE, e) < 0)
			return -1;
	}
	if (format_of(x) != FORMAT)
		rc = run(x, sql, e);
	if (rc == 0)
		rc = run(x, "BEGIN IMMEDIATE", e);
	if (rc < 0)
		index_close(x);
	else
		*out = x;
	return rc;
}

void
index_close(struct index *x)
{
	if (x == NULL)
		return;
	sqlite3_close(x->db);
	free(x->path);
	free(x);
}

bool
index_is_current(struct index *x, const char *generation)
{
	sqlite3_stmt *st = NULL;
	bool found;

	found = sqlite3_prepare_v2(x->db, "SELECT 1 FROM generation "
	    "WHERE text = ?", -1, &st, NULL) == SQLITE_OK
	    && sqlite3_bind_text(st, 1, generation, -1, SQLITE_TRANSIENT)
	    == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW;
	sqlite3_finalize(st);
	return found;
}

int
index_empty(struct index *x, struct err *e)
{
	return run(x, "DELETE FROM alias; DELETE FROM generation", e);
}

int
index_add(struct index *x, const char *alias, const char *suffix,
    struct err *e)
{
	return run_with(x, "INSERT OR IGNORE INTO alias VALUES(?, ?)", alias,
	    suffix, e);
}

int
index_commit(struct index *x, const char *generation, bool only,
    struct err *e)
{
	if (only && run(x, "DELETE FROM generation", e) < 0)
		return -1;
	if (run_with(x, "INSERT OR IGNORE INTO generation VALUES(?)",
	    generation, NULL, e) < 0)
		return -1;
	return run(x, "COMMIT; BEGIN IMMEDIATE", e);
}

int
index_find(struct names *out, struct index *x, const char *alias,
    struct err *e)
{
	struct names names = { 0 };
	sqlite3_stmt *st = NULL;
	int rc;

	rc = sqlite3_prepare_v2(x->db, "SELECT suffix FROM alias "
	    "WHERE name = ? ORDER BY suffix", -1, &st, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_bind_text(st, 1, alias, -1, SQLITE_TRANSIENT);
	while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
		mem_grow(&names.at, names.n, sizeof(*names.at));
		names.at[names.n++] = mem_string((const char *)
		    sqlite3_column_text(st, 0));
		rc = SQLITE_OK;
	}
	if (rc != SQLITE_DONE) {
		fail(x, e);
		sqlite3_finalize(st);
		file_names_free(&names);
		return -1;
	}
	sqlite3_finalize(st);
	*out = names;
	return 0;
}
