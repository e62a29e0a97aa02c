# Sourced by backup.sh and restore.sh: `compose` is Compose in the folder of docker-compose.yml.
# COMPOSE_FILE and COMPOSE_PROJECT_NAME count, as for Compose itself.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The plugin of docker, or else the older program.
if docker compose version >/dev/null 2>&1; then program=(docker compose); else program=(docker-compose); fi
compose() { (cd "$root" && "${program[@]}" "$@"); }
