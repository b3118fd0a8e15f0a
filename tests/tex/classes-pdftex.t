#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The badge in every class with pdftex.

. "$(dirname "$0")/classes.sh"

matrix pdftex

done_testing
