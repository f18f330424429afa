#!/bin/sh
# Primeira partida do banco1 no contêiner: papéis, banco, quem pode entrar.
set -eu
sed -e "s|VIGIA|$VIGIA|" -e "s|REDE|$REDE|" /escala/pg_hba.conf > "$PGDATA/pg_hba.conf"
# O contêiner só tem o usuário postgres: o socket local é dele.
psql -v ON_ERROR_STOP=1 -U postgres -d postgres \
  -v senha="$(cat /run/secrets/senha)" -v senha_replicador="$(cat /run/secrets/senha_replicador)" \
  -f /escala/banco.sql
