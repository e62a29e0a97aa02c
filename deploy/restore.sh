#!/usr/bin/env bash
# Restores a backup of deploy/backup.sh into the containers, also into new ones, and replaces what they hold now:
#   deploy/restore.sh /backups/2026-11-22
# If it fails, the database is as it was before, and the service goes on with it.
set -euo pipefail
source=${1:?Usage: deploy/restore.sh <folder of a backup>}
. "$(dirname "$0")/compose.sh"

# A backup that cannot be read stops nothing.
tar -tf "$source/files.tar" >/dev/null
if [ -e "$source/base.tar.gz" ]; then
  tar -tzf "$source/base.tar.gz" >/dev/null
elif [ "$(head -c 5 "$source/desk.dump")" != PGDMP ]; then
  echo "$source/desk.dump is not a dump of pg_dump" >&2
  exit 1
fi

replicas=$(compose ps -q desk | wc -l)
compose stop desk
trap '[ "$replicas" = 0 ] || compose up -d --scale "desk=$replicas"' EXIT
# The files first: one that no row of the database refers to does no harm.
compose run --rm --no-deps -T desk tar -xf - -C /data <"$source/files.tar"
if [ -e "$source/base.tar.gz" ]; then
  compose stop postgres
  # Next to the old data, as the user that runs the server.
  compose run --rm --no-deps -T --entrypoint sh postgres -euc '
    data=${PGDATA:-/var/lib/postgresql/18/docker}
    rm -rf "$data.new" "$data.old"
    mkdir -p "$data.new"
    tar -xzf - -C "$data.new" || { rm -rf "$data.new"; exit 1; }
    rm -f "$data.new/standby.signal" # After a failover, the backup can be that of a standby.
    # Without a standby, every write would wait for one. With one, start.sh sets this again.
    sed -i "/^synchronous_standby_names/d" "$data.new/postgresql.auto.conf"
    chown -R postgres "$data.new"
    chmod 700 "$data.new"
    # Deleting a large database takes long, and of a database without all its files the image makes a new one.
    [ ! -e "$data" ] || mv "$data" "$data.old"
    mv "$data.new" "$data"
    rm -rf "$data.old"' <"$source/base.tar.gz"
  # The standby of replica.yml may be ahead of the backup: it would go on with what it has. Empty, it copies the server.
  if compose config --services | grep -x replica >/dev/null; then
    compose stop replica
    compose run --rm --no-deps -T --entrypoint sh replica -c 'rm -rf "${PGDATA:-/var/lib/postgresql/18/docker}"'
  fi
else
  compose up -d postgres
  # Next to the old database, which may have the tables of another version. TCP is asked, because PostgreSQL only
  # listens on a Unix socket while the image prepares a new volume.
  compose exec -T postgres sh -euc '
    export PGUSER=desk
    timeout 60 sh -c "until pg_isready -qh 127.0.0.1; do sleep 1; done"
    dropdb --if-exists restored
    createdb restored
    pg_restore -d restored --single-transaction || { dropdb restored; exit 1; }
    psql -qd restored -c analyze
    psql -qd postgres -c "drop database desk with (force)" -c "alter database restored rename to desk"' \
    <"$source/desk.dump"
fi
trap - EXIT
compose up -d --scale "desk=$((replicas > 0 ? replicas : 1))"
