#!/usr/bin/env bash
# Runs once, when the primary is made: lets the standby follow it.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replicator with replication login password :'password';
SQL
echo 'host replication replicator 172.30.0.0/24 scram-sha-256' >> "$PGDATA/pg_hba.conf"
