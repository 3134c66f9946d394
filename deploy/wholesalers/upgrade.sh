#!/bin/sh
# Upgrades every wholesaler to the release that is installed now: backs it up, restarts it, and waits until it is ready. The first that does
# not get ready ends this; the others keep running the release before until they restart. As root.
set -eu
folder=${WHOLESALERS:-/etc/wholesalers}
trap 'echo "Not all were upgraded; the others run the release before until their next restart. To go back, restart the upgraded ones after
ln -sfn FOLDER /opt/wholesale-store-orders" >&2' EXIT
for settings in "$folder"/*/env; do
  name=$(basename "$(dirname "$settings")")
  port=$(sed -n 's/^PORT=//p' "$settings")
  sh "$(dirname "$0")/backup.sh" "$name"
  systemctl restart "wholesaler@$name"
  tries=0
  until curl -fs -o /dev/null "http://127.0.0.1:$port/health/ready"; do
    tries=$((tries + 1))
    if [ "$tries" = 300 ]; then
      echo "$name is not ready after five minutes" >&2
      exit 1
    fi
    sleep 1
  done
  echo "$name is ready"
done
trap - EXIT
