/* SPDX-License-Identifier: MIT */
/* See lock.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lock.h"
#include "base/say.h"

#define TRIES_A_SECOND 50u

/* Try once: 0 taken, 1 another has it, -1 the system refuses. */
static int
try_lock(int fd)
{
	struct flock fl = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (fcntl(fd, F_SETLK, &fl) == 0)
		return 0;
	return errno == EACCES || errno == EAGAIN || errno == EINTR ? 1 : -1;
}

/* The process that has the lock; 0: nobody, or nobody knows. */
static long
holder(int fd)
{
	struct flock fl = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	return fcntl(fd, F_GETLK, &fl) == 0 && fl.l_type != F_UNLCK
	    ? (long)fl.l_pid : 0;
}

/* Whoever may write the folder may lock it. */
static void
share(int fd, const char *path)
{
	char *dir = file_dir(path);
	struct stat st;

	/* It is another's lock where this fails, and then it is set already. */
	if (stat(dir, &st) == 0 && fchmod(fd, st.st_mode & 0666) < 0)
		errno = 0;
	free(dir);
}

int
lock_take(const char *path, unsigned seconds, struct err *e)
{
	const struct timespec pause = { 0, 1000000000 / TRIES_A_SECOND };
	int fd, rc;

	do
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return err_sys(e, "%s: cannot lock, so the folder cannot be "
		    "written", path);
	share(fd, path);
	for (unsigned tries = 0; (rc = try_lock(fd)) == 1; tries++) {
		if (tries >= seconds * TRIES_A_SECOND) {
			err_set(e, ERR_IO, "%s: process %ld has held this "
			    "for %u seconds", path, holder(fd), seconds);
			close(fd);
			return -1;
		}
		nanosleep(&pause, NULL);
	}
	if (rc < 0 && errno != ENOLCK && errno != EOPNOTSUPP) {
		err_sys(e, "%s: cannot lock", path);
		close(fd);
		return -1;
	}
	if (rc < 0)
		say_warn("%s: no locks on this file system; do not write "
		    "from two places at once", path);
	return fd;
}

void
lock_release(int fd)
{
	if (fd >= 0)
		close(fd);
}
