#!/usr/bin/env bash
# Restores a backup of deploy/backup.sh into the containers, and replaces what they hold now:
#   deploy/restore.sh /backups/2026-11-22
set -euo pipefail
source=${1:?Usage: deploy/restore.sh <folder of a backup>}
# COMPOSE_FILE and COMPOSE_PROJECT_NAME count, as for docker-compose itself.
root=$(cd "$(dirname "$0")/.." && pwd)
compose() { (cd "$root" && docker-compose "$@"); }

# The service goes on if the backup cannot be read.
tar -tf "$source/files.tar" >/dev/null
if [ -e "$source/base.tar.gz" ]; then
  tar -tzf "$source/base.tar.gz" >/dev/null
  compose stop desk postgres
  # Into an empty volume, as the user that runs the server.
  compose run --rm --no-deps -T --entrypoint sh postgres -c '
    data=${PGDATA:-/var/lib/postgresql/18/docker}
    rm -rf "$data" && mkdir -p "$data" && tar -xzf - -C "$data" && chown -R postgres "$data" && chmod 700 "$data"' \
    <"$source/base.tar.gz"
  compose up -d postgres
else
  [ "$(head -c 5 "$source/desk.dump")" = PGDMP ] || { echo "$source/desk.dump is not a dump of pg_dump" >&2; exit 1; }
  compose stop desk
  compose up -d postgres
  # In one transaction: if it fails, the database stays as it was, and the service starts with it again.
  if ! compose exec -T postgres pg_restore -U desk -d desk --clean --if-exists --single-transaction \
    <"$source/desk.dump"; then
    compose up -d
    exit 1
  fi
fi
compose run --rm --no-deps -T desk tar -xf - -C /data <"$source/files.tar"
compose up -d
