# Sourced by the other scripts. PostgreSQL and Patroni refuse to run as root, so root runs everything as user postgres.
set -euo pipefail

# As in haproxy.cfg.
NODES="a b c"
FOLDER=$(realpath -m "${1:?"the first argument is a scratch folder"}")

# Starts a program in the background. Arguments: its name, then the command.
background() {
  local name=$1 as=()
  shift
  [ "$(id -u)" != 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups env HOME="$FOLDER")
  "${as[@]}" setsid "$@" >>"$FOLDER/$name.log" 2>&1 </dev/null &
  echo $! >"$FOLDER/$name.pid"
}

start_node() {
  background "patroni-$1" patroni "$FOLDER/$1.yml"
}
