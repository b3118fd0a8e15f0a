#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Snapshots of a cache of millions on a cluster: one task for each part of the numbers.
#
#	sbatch --array=1-64 slurm-snapshot.sh CACHE SNAPSHOT log.key
#
# Each task writes the folder K-of-64 below SNAPSHOT and nothing else, so the results merge by
# name, on one file system or by rsync from many.  Without Slurm, GNU parallel does the same:
#
#	parallel pithtex snapshot create --shard {}/64 --key log.key CACHE SNAPSHOT ::: $(seq 64)
#
# One stamp then covers all parts:
#
#	pithtex stamp request SNAPSHOT/*-of-64 >fetch && curl -K fetch
#	pithtex stamp attach SNAPSHOT/*-of-64 *.reply *.tsr
#
# The file of what was signed last ($XDG_STATE_HOME/pithtex/logs) must be the same for a part from
# run to run: keep it on a file system that all nodes share.

#SBATCH --job-name=pith-snapshot
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G

set -eu
cache=$1 snapshot=$2 key=$3
exec pithtex snapshot create --key "$key" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
	"$cache" "$snapshot"
