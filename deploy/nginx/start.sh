#!/bin/sh
# Starts nginx the image's own way, having found out whether it can follow a name whose addresses change
# (`resolve`, nginx 1.27.3). One that cannot looks the replicas up when it starts and when it is reloaded.
set -e

cat >/tmp/probe.conf <<'PROBE'
events {}
http { resolver 127.0.0.11; upstream probe { zone probe 64k; server localhost:1 resolve; } }
PROBE
if nginx -t -q -c /tmp/probe.conf 2>/dev/null; then DESK_RESOLVE=resolve; else DESK_RESOLVE=; fi
export DESK_RESOLVE

# A stream takes two connections of a worker, and the image allows 1,024. Files of the cache are open, too. A connection
# costs half a kilobyte before it is used, so there are no more than 65,536. Where few files may be open, the number of
# the image stays.
files=$(ulimit -n)
if [ "$files" = unlimited ] || [ "$files" -gt 68036 ]; then files=68036; fi
if [ "$files" -gt 5000 ]; then
  sed -i "s/worker_connections .*;/worker_connections $((files - 2500));/" /etc/nginx/nginx.conf
fi

# Streams never end by themselves: three seconds after a stop they are cut.
exec /docker-entrypoint.sh nginx -g 'daemon off; worker_shutdown_timeout 3s;'
