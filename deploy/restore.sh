#!/usr/bin/env bash
# Restores a backup of deploy/backup.sh into the containers, and replaces what they hold now:
#   deploy/restore.sh /backups/2026-11-22
set -euo pipefail
source=${1:?Usage: deploy/restore.sh <folder of a backup>}
# COMPOSE_FILE and COMPOSE_PROJECT_NAME count, as for docker-compose itself.
root=$(cd "$(dirname "$0")/.." && pwd)
compose() { (cd "$root" && docker-compose "$@"); }

compose stop desk
if [ -e "$source/base.tar.gz" ]; then
  compose stop postgres
  # Into an empty volume, as the user that runs the server.
  compose run --rm --no-deps -T --entrypoint sh postgres -c '
    data=${PGDATA:-/var/lib/postgresql/18/docker}
    rm -rf "$data" && mkdir -p "$data" && tar -xzf - -C "$data" && chown -R postgres "$data" && chmod 700 "$data"' \
    <"$source/base.tar.gz"
  compose up -d postgres
else
  compose up -d postgres
  # In one transaction: if it fails, the database stays as it was.
  compose exec -T postgres pg_restore -U desk -d desk --clean --if-exists --single-transaction <"$source/desk.dump"
fi
compose run --rm --no-deps -T desk tar -xf - -C /data <"$source/files.tar"
compose up -d
