#!/usr/bin/env bash
# Starts a highly available PostgreSQL on this machine, to rehearse failovers: three nodes with synchronous replication
# under Patroni, etcd, and HAProxy. Usage: deploy/ha/up.sh <folder>. All files are in the folder; it picks free ports.
# Needs Debian's packages patroni, etcd-server, haproxy and postgresql. Connections are not authenticated.
. "$(dirname "$0")/common.sh"

TTL=${TTL:-20}
# Short, because after a failover no order is confirmed until the next loop of the new primary has chosen a standby.
LOOP_WAIT=2
RETRY_TIMEOUT=$(((TTL - LOOP_WAIT) / 2))
BIN=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)

mkdir -p "$FOLDER"
[ "$(id -u)" != 0 ] || chown postgres "$FOLDER"
chmod 755 "$FOLDER"

# Below the range of ephemeral ports.
free_ports() {
  python3 - "$1" <<'PYTHON'
import random, socket, sys
taken = []
while len(taken) < int(sys.argv[1]):
    one = socket.socket()
    try:
        one.bind(("127.0.0.1", random.randint(10000, 30000)))
        taken.append(one)
    except OSError:
        one.close()
print(" ".join(str(one.getsockname()[1]) for one in taken))
PYTHON
}
read -r ETCD PEER PRIMARY PG_a PG_b PG_c API_a API_b API_c VIA_a VIA_b VIA_c <<<"$(free_ports 12)"

background etcd etcd --name etcd --data-dir "$FOLDER/etcd" --log-level warn \
  --listen-client-urls "http://127.0.0.1:$ETCD" --advertise-client-urls "http://127.0.0.1:$ETCD" \
  --listen-peer-urls "http://127.0.0.1:$PEER" --initial-advertise-peer-urls "http://127.0.0.1:$PEER" \
  --initial-cluster "etcd=http://127.0.0.1:$PEER"

export FOLDER ETCD PRIMARY PG_a PG_b PG_c API_a API_b API_c VIA_a VIA_b VIA_c
install -m 644 "$(dirname "$0")/haproxy.cfg" "$FOLDER"
background haproxy haproxy -W -db -f "$FOLDER/haproxy.cfg"

for node in $NODES; do
  pg=PG_$node api=API_$node via=VIA_$node
  cat >"$FOLDER/$node.yml" <<CONFIGURATION
scope: orders
name: $node
restapi: { listen: "127.0.0.1:${!api}", connect_address: "127.0.0.1:${!api}" }
etcd3: { hosts: "127.0.0.1:${!via}", use_proxies: true }
bootstrap:
  dcs:
    ttl: $TTL
    loop_wait: $LOOP_WAIT
    retry_timeout: $RETRY_TIMEOUT
    # An order is confirmed only once a standby has it. Without a standby, no order is confirmed.
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: "on" } }
  initdb: [encoding: UTF8, locale: C, data-checksums]
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
postgresql:
  listen: 127.0.0.1:${!pg}
  connect_address: 127.0.0.1:${!pg}
  data_dir: $FOLDER/data-$node
  bin_dir: $BIN
  pgpass: $FOLDER/pgpass-$node
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
  parameters: { unix_socket_directories: "", max_connections: 100 }
CONFIGURATION
  chmod 644 "$FOLDER/$node.yml"
  start_node "$node"
done

cat >"$FOLDER/ha.env" <<ENVIRONMENT
DATABASE_URL=postgres://postgres@127.0.0.1:$PG_a,127.0.0.1:$PG_b,127.0.0.1:$PG_c/postgres?target_session_attrs=read-write
HAPROXY_URL=postgres://postgres@127.0.0.1:$PRIMARY/postgres
TTL=$TTL
ENVIRONMENT

state() {
  patronictl -c "$FOLDER/a.yml" list --format json 2>/dev/null || echo '[]'
}
for _ in $(seq 120); do
  # One primary with two standbys, one of them synchronous.
  [ "$(state | grep -o '"State": "running"' | wc -l)" -lt 3 ] ||
    ! state | grep -q '"Role": "Leader"' || ! state | grep -q '"Role": "Sync Standby"' || {
    cat "$FOLDER/ha.env"
    exit 0
  }
  sleep 1
done
echo "The cluster did not come up; its logs are in $FOLDER" >&2
exit 1
