/**
 * The limit reference on PostgreSQL: one keyed GET by `pg` and nothing else.
 *
 *   node bench/limit/postgres.ts DATABASE_URL TOKEN
 */
import Fastify from 'fastify';
import { Pool } from 'pg';

const [connectionString = '', token = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString, max: 10 });
const TEXTO = `select placa, tipo, marca, modelo, ano, cor, status, proprietario_matricula, cidade,
  estado, versao from veiculos where placa = $1`;

const app = Fastify();
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${token}`) await reply.code(401).send();
});
app.get('/db/veiculos/:placa', async (request) => {
  const { placa } = request.params as { placa: string };
  return (await pool.query({ name: 'um', text: TEXTO, values: [placa] })).rows[0];
});

console.log(`LIMITE no ar: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
