#!/usr/bin/env bash
# Kills a node of the cluster like a power failure, or restarts it. Usage: deploy/ha/node.sh <folder> kill|start a|b|c
. "$(dirname "$0")/common.sh"

action=${2:?"kill or start"}
node=${3:?"a, b or c"}
case $action in
  start) start_node "$node" ;;
  kill)
    kill -KILL "$(cat "$FOLDER/patroni-$node.pid")"
    postmaster=$(head -n 1 "$FOLDER/data-$node/postmaster.pid")
    # All in one call: a process that survives the others for a moment could confirm a commit.
    kill -KILL $(pgrep -P "$postmaster") "$postmaster" || true
    ;;
esac
