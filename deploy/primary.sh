#!/usr/bin/env bash
# Runs once, when the primary is made: a role and a database for the application, which is no superuser, and a role for the standby.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v office="$OFFICE_PASSWORD" -v replication="$REPLICATION_PASSWORD" -U postgres <<'SQL'
create role office login password :'office';
create database office owner office encoding 'UTF8' template template0;
revoke connect on database office from public;
create role replicator with replication login password :'replication';
SQL
echo 'host replication replicator 172.30.0.0/24 scram-sha-256' >> "$PGDATA/pg_hba.conf"
