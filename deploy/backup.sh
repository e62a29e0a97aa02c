#!/usr/bin/env bash
# Backs up the containers while they run: desk.dump (pg_dump) and files.tar in a new folder.
#   deploy/backup.sh /backups/2026-11-22
# With --base it makes a base backup of the whole PostgreSQL server instead of the dump (base.tar.gz):
# faster for large databases, and the start of point-in-time recovery.
set -euo pipefail
if [ "${1:-}" = --base ]; then base=1; shift; else base=; fi
target=${1:?Usage: deploy/backup.sh [--base] <new folder>}
. "$(dirname "$0")/compose.sh"

umask 077
mkdir "$target"
# A folder that stands is a whole backup.
trap 'rm -r "$target"' EXIT
if [ "$base" ]; then
  # -D - prints one archive, which then contains the write-ahead log of the backup.
  compose exec -T postgres pg_basebackup -U desk -D - -Ft -X fetch -c fast | gzip >"$target/base.tar.gz"
else
  compose exec -T postgres pg_dump -U desk -Fc desk >"$target/desk.dump"
fi
# After the database, so that the backup has every file that the database refers to. tar exits with 1 if a file is
# deleted meanwhile: no row refers to it any more.
compose run --rm --no-deps -T desk sh -c '
  [ -z "${FILES_ENDPOINT:-}" ] || echo "The uploaded files in the store of FILES_ENDPOINT are not in this backup" >&2
  mkdir -p /data/files && { tar -cf - -C /data --exclude=files/incoming files || [ $? = 1 ]; }' >"$target/files.tar"
trap - EXIT
du -sh "$target"
