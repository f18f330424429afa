/**
 * The limit reference: what the same machine can do with the same data when nothing else is
 * promised. A token compared in memory; no session, audit, validation, count or error body. It has
 * the product's durability. `npm run bench` compares the product with it; it is no part of the
 * product.
 *
 *   node bench/limit/main.ts PRODUCT.db LIMIT.db TOKEN
 */
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const [origem = '', arquivo = '', token = ''] = process.argv.slice(2);
const LIMITE = 50;
/** As in the product: more hits are not sorted, the order's index is walked. */
const TETO_ORDENACAO = 1_000;
const CAMPOS =
  'placa, tipo, marca, modelo, ano, cor, status, proprietario_matricula, cidade, estado, versao';

const db = new Database(arquivo);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('cache_size = -32000');
db.exec(`
  create table if not exists veiculos (id integer primary key, placa text not null unique,
    tipo text, marca text, modelo text, ano text, cor text, status text,
    proprietario_matricula text, cidade text, estado text, versao integer not null,
    modelo_ordem text not null, busca text not null);
  create index if not exists por_modelo on veiculos (modelo_ordem, placa);
  create virtual table if not exists fts using fts5(busca, content='veiculos', content_rowid='id',
    tokenize='trigram remove_diacritics 1');
  create trigger if not exists ai after insert on veiculos begin
    insert into fts(rowid, busca) values (new.id, new.busca); end;
  create trigger if not exists au after update of busca on veiculos when old.busca <> new.busca begin
    insert into fts(fts, rowid, busca) values ('delete', old.id, old.busca);
    insert into fts(rowid, busca) values (new.id, new.busca); end;`);
db.exec(`attach '${origem}' as produto`);
db.exec(`insert into veiculos select id, ${CAMPOS}, modelo_ordem, busca from produto.veiculos`);
db.exec('detach produto; analyze');

type Row = Record<string, unknown>;
const porPlaca = db.prepare(`select ${CAMPOS} from veiculos where placa = ?`);
const porModelo = db.prepare(
  `select ${CAMPOS} from veiculos order by modelo_ordem, placa limit ${LIMITE}`,
);
const contados = db.prepare(
  `select count(*) as n from (select 1 from fts where fts match ? limit ${TETO_ORDENACAO + 1})`,
);
const achados = db.prepare(
  `select ${CAMPOS} from veiculos where id in (select rowid from fts where fts match ?)
   order by +placa limit 21`,
);
const percorridos = db.prepare(
  `select ${CAMPOS} from veiculos where instr(busca, ?) > 0 and instr(busca, ?) > 0
   order by placa limit 21`,
);
const inserir = db.prepare(
  `insert into veiculos (${CAMPOS}, modelo_ordem, busca)
   values (@placa, null, null, @modelo, null, @cor, @status, null, null, null, 1, @ordem, @busca)`,
);
const alterar = db.prepare(
  'update veiculos set cor = @cor, busca = @busca, versao = versao + 1 where placa = @placa',
);

const fold = (texto: string): string => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const textOf = ({ placa, modelo, cor, status }: Row): string =>
  ` ${fold([placa, modelo, cor, status].filter(Boolean).join(' '))}`;

function search(q: string): Row[] {
  const [um = '', outro = um] = fold(q).split(' ');
  const frase = [um, outro].map((parte) => `"${parte.replaceAll('"', '""')}"`).join(' AND ');
  const { n } = contados.get(frase) as { n: number };
  return (n > TETO_ORDENACAO ? percorridos.all(um, outro) : achados.all(frase)) as Row[];
}

const app = Fastify();
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${token}`) await reply.code(401).send();
});
app.get('/db/veiculos', async () => porModelo.all());
app.get('/db/veiculos/busca', async (request) =>
  search((request.query as { q: string }).q)
    .slice(0, 20)
    .map((value) => ({ label: `${value.placa} - ${value.modelo}`, value })),
);
app.get('/db/veiculos/:placa', async (request) =>
  porPlaca.get((request.params as { placa: string }).placa),
);
app.post('/db/veiculos', async (request, reply) => {
  const novo = request.body as Row;
  inserir.run({ ...novo, ordem: fold(String(novo.modelo)), busca: textOf(novo) });
  reply.code(201);
  return { ...novo, versao: 1 };
});
app.put('/db/veiculos/:placa', async (request) => {
  const { placa } = request.params as { placa: string };
  const veiculo = { ...(porPlaca.get(placa) as Row), ...(request.body as Row) };
  alterar.run({ placa, cor: veiculo.cor, busca: textOf(veiculo) });
  return { ...veiculo, versao: Number(veiculo.versao) + 1 };
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`LIMITE no ar: ${url}`);
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
