/* SPDX-License-Identifier: MIT */
/* See alias.h. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#include "number/alias.h"

static const char *const doi_leads[] = {
	"doi:", "https://doi.org/", "http://doi.org/", NULL
};

/* Drop the ASCII text ${lead}, in any case, from the front of ${s}. */
static bool
skip(struct span *s, const char *lead)
{
	const size_t n = strlen(lead);

	if (s->n < n || strncasecmp((const char *)s->at, lead, n) != 0)
		return false;
	*s = (struct span){ s->at + n, s->n - n };
	return true;
}

static size_t
digits(struct span s)
{
	size_t n = 0;

	while (n < s.n && isdigit(s.at[n]))
		n++;
	return n;
}

/* Take "vN" off the end of an arXiv id: what is left must be empty. */
static bool
take_version(struct alias *out, struct span s)
{
	out->version = 0;
	if (s.n == 0)
		return true;
	if ((s.at[0] != 'v' && s.at[0] != 'V') || s.n > 5 || s.n < 2
	    || s.at[1] == '0' || digits((struct span){ s.at + 1, s.n - 1 })
	    != s.n - 1)
		return false;
	for (size_t i = 1; i < s.n; i++)
		out->version = out->version * 10 + (unsigned)(s.at[i] - '0');
	return true;
}

static bool
parse_new(struct alias *out, struct span s)
{
	size_t n;

	if (digits(s) != 4 || s.n < 5 || s.at[4] != '.')
		return false;
	n = digits((struct span){ s.at + 5, s.n - 5 });
	if (n < 4 || n > 5)
		return false;
	snprintf(out->name, sizeof(out->name), "%.*s", (int)(5 + n),
	    (const char *)s.at);
	return take_version(out, (struct span){ s.at + 5 + n, s.n - 5 - n });
}

/* The subject class of an old id (math.GT/0309136) is not part of its name. */
static bool
parse_old(struct alias *out, struct span s)
{
	size_t n = 0, slash, i;

	while (n < s.n && (isalpha(s.at[n]) || (s.at[n] == '-' && n > 0)))
		n++;
	slash = n;
	if (n + 3 < s.n && s.at[n] == '.' && isalpha(s.at[n + 1])
	    && isalpha(s.at[n + 2]))
		slash = n + 3;
	if (n < 2 || n > 16 || slash >= s.n || s.at[slash] != '/'
	    || digits((struct span){ s.at + slash + 1, s.n - slash - 1 }) != 7)
		return false;
	for (i = 0; i < n; i++)
		out->name[i] = (char)tolower(s.at[i]);
	snprintf(out->name + n, sizeof(out->name) - n, "/%.7s",
	    (const char *)s.at + slash + 1);
	return take_version(out,
	    (struct span){ s.at + slash + 8, s.n - slash - 8 });
}

static bool
parse_arxiv(struct alias *out, struct span s)
{
	if (!parse_new(out, s) && !parse_old(out, s))
		return false;
	out->kind = ALIAS_ARXIV;
	return true;
}

static bool
parse_doi(struct alias *out, struct span s)
{
	struct span rest = s;
	size_t n;

	if (s.n >= LIMIT_SPELLING_BYTES || !skip(&rest, "10."))
		return false;
	n = digits(rest);
	if (n < 4 || n > 9 || n + 1 >= rest.n || rest.at[n] != '/')
		return false;
	for (size_t i = n + 1; i < rest.n; i++)
		if (!isalnum(rest.at[i])
		    && memchr("._;()/:-", rest.at[i], 8) == NULL)
			return false;
	rest = s;
	if (skip(&rest, "10.48550/arxiv.") && parse_arxiv(out, rest))
		return true;
	for (size_t i = 0; i < s.n; i++)
		out->name[i] = (char)tolower(s.at[i]);
	out->name[s.n] = '\0';
	out->version = 0;
	out->kind = ALIAS_DOI;
	return true;
}

enum alias_kind
alias_parse(struct alias *out, struct span text)
{
	struct span s = text;

	if (skip(&s, "arxiv:"))
		return parse_arxiv(out, s) ? ALIAS_ARXIV : ALIAS_NONE;
	for (size_t i = 0; doi_leads[i] != NULL; i++)
		if (skip(&s, doi_leads[i]))
			break;
	if (parse_doi(out, s))
		return out->kind;
	return s.n == text.n && parse_arxiv(out, s) ? ALIAS_ARXIV : ALIAS_NONE;
}

enum alias_kind
alias_looks(struct span text)
{
	struct span s = text;

	if (skip(&s, "arxiv:"))
		return ALIAS_ARXIV;
	if (skip(&s, "10."))
		return ALIAS_DOI;
	for (size_t i = 0; doi_leads[i] != NULL; i++)
		if (skip(&s, doi_leads[i]))
			return ALIAS_DOI;
	return ALIAS_NONE;
}
