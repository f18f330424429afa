#!/bin/sh
# O banco2 no contêiner: uma cópia do banco que grava (PRIMEIRO), que o acompanha.
set -eu
PGPASSWORD="$(cat /run/secrets/senha_replicador)"
export PGPASSWORD
chmod 700 "$PGDATA"
while [ ! -s "$PGDATA/PG_VERSION" ]; do
  pg_basebackup -D "$PGDATA" -R -X stream -c fast \
    -d "host=$PRIMEIRO user=replicador application_name=reserva" || sleep 2
done
unset PGPASSWORD
exec postgres -c wal_keep_size=2GB -c wal_retrieve_retry_interval=500ms
