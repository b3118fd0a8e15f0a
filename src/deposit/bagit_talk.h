/* SPDX-License-Identifier: MIT */
/*
 * What is found of a bag, one line a check, and what all of it comes to.
 *
 * Of one kind of finding LIMIT_BAG_FINDINGS are told, and then how many more
 * there are.
 */
#ifndef PITH_DEPOSIT_BAGIT_TALK_H
#define PITH_DEPOSIT_BAGIT_TALK_H

#include "bundle/report.h"

/* From the best to the worst: the worst one counts. */
enum bagit_status {
	BAGIT_GOOD,
	BAGIT_UNSIGNED,		/* no trusted key has signed its snapshot */
	BAGIT_INCOMPLETE,	/* a file that it lists is not here */
	BAGIT_WRONG,		/* what is in it contradicts itself */
	BAGIT_FORGED,		/* a signature that must hold does not */
	BAGIT_DAMAGED,		/* other bytes, files or lists than it says */
	BAGIT_UNSAFE,		/* a path or a link that leads out of it */
	BAGIT_UNDECIDED,	/* something could not be read here */
	BAGIT_NONE		/* not a bag */
};

/* "good", "not-a-bag" and so on; and in a few words for people. */
const char *bagit_talk_word(enum bagit_status status);
const char *bagit_talk_words(enum bagit_status status);

/* The kinds of checks. */
enum bagit_what {
	BAGIT_DECLARATION, BAGIT_INFO, BAGIT_MANIFEST, BAGIT_FETCH_LIST,
	BAGIT_NAMES, BAGIT_TREE, BAGIT_OXUM, BAGIT_PRESENCE, BAGIT_DIGEST,
	BAGIT_ITEM, BAGIT_LOG, BAGIT_PROOF
};
#define BAGIT_WHATS 12

struct bagit_talk {
	void (*tell)(void *ctx, enum check_result result,
	    enum bagit_status status, const char *what, const char *text);
	void *ctx;
	enum bagit_status worst;
	size_t told[BAGIT_WHATS];	/* findings and notes of each kind */
};

void bagit_talk_pass(struct bagit_talk *t, enum bagit_what what,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
void bagit_talk_note(struct bagit_talk *t, enum bagit_what what,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
void bagit_talk_fail(struct bagit_talk *t, enum bagit_status status,
    enum bagit_what what, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* A finding in the words of an error: unsafe, absent or unreadable by its
 * kind, else ${status}. */
void bagit_talk_error(struct bagit_talk *t, enum bagit_status status,
    enum bagit_what what, const struct err *e);

/* Whether there was no finding of this kind. */
bool bagit_talk_clean(const struct bagit_talk *t, enum bagit_what what);

/* Say how many findings of this kind were not told. */
void bagit_talk_rest(struct bagit_talk *t, enum bagit_what what);

#endif
