#!/usr/bin/env bash
# Copies the primary when there is no whole copy yet, and follows it. Delete the volume to have it copied anew.
set -euo pipefail
if ! test -s "$PGDATA/PG_VERSION"; then
  # A copy that broke off leaves its place on the primary and half a folder.
  psql "host=primary user=replicator dbname=postgres replication=true" -c 'DROP_REPLICATION_SLOT standby' || true
  rm -rf "$PGDATA.new"
  pg_basebackup -h primary -U replicator -D "$PGDATA.new" --write-recovery-conf --create-slot --slot=standby --checkpoint=fast
  rm -rf "$PGDATA"
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres
