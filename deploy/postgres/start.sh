#!/bin/bash
# Starts PostgreSQL the image's own way. A server without data first copies its PEER, if that is a primary, and then
# stays its synchronous standby. Two servers that name each other can therefore change roles after a failover.
set -euo pipefail

peer() { psql --host="$PEER" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --tuples-only --no-align "$@"; }
export PGPASSWORD=$POSTGRES_PASSWORD PGCONNECT_TIMEOUT=3
data=${PGDATA:-/var/lib/postgresql/18/docker}

if [ ! -s "$data/PG_VERSION" ]; then
  is_standby=$(peer -c 'select pg_is_in_recovery()' || true)
  if [ "$is_standby" = t ]; then
    # It has the data of the primary that is lost. A new, empty database would take its place.
    echo "This server has no data, and $PEER is a standby: promote $PEER first" >&2
    exit 1
  fi
  if [ "$is_standby" = f ]; then
    rm -rf "$data.new"
    pg_basebackup --pgdata="$data.new" --write-recovery-conf --checkpoint=fast \
      --dbname="host=$PEER user=$POSTGRES_USER application_name=standby"
    # The copied setting would make this server, once promoted, wait for a standby that it doesn't have.
    sed -i '/^synchronous_standby_names/d' "$data.new/postgresql.auto.conf"
    # From now on the primary confirms a commit when the standby has it on disk, too. If this fails, the next start
    # copies again, because the copy has no name yet.
    peer -c "alter system set synchronous_standby_names = 'standby'" -c 'select pg_reload_conf()'
    mv "$data.new" "$data"
  fi
fi

exec docker-entrypoint.sh postgres -c hba_file=/etc/desk/pg_hba.conf -c wal_keep_size=1GB
