-- Papéis e banco do primeiro PostgreSQL: psql -v senha=… -v senha_replicador=… -f banco.sql
create role unipark login password :'senha';
create role replicador login replication password :'senha_replicador';
create role vigia login connection limit 8;
create database unipark owner unipark encoding 'UTF8' locale 'C' template template0;
\connect unipark
create extension pg_trgm;
-- Vale depois de recarregar: daí em diante uma gravação só é confirmada quando a reserva também a tem.
alter system set synchronous_standby_names = 'reserva';
