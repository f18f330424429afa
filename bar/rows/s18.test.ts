/** S18: all data of a person is exported, and after anonymising the person is found nowhere. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Dubles } from '../../server/src/appDeps.ts';
import { verifyChain } from '../../server/src/auditoria/conferencia.ts';
import { fill } from '../../server/src/demo/registro.ts';
import { findNamed } from '../../server/src/passagens/fotosRepo.ts';
import { sweepFolder } from '../../server/src/platform/folder/sweep.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../server/test/dispositivo.ts';
import { createImportador } from '../../server/test/importacoes.ts';
import { query } from '../../server/test/query.ts';
import { readZip } from '../../server/test/zip.ts';
import { describeRow, type Measure } from '../row.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

interface Planted {
  matricula: string;
  nome: string;
  email: string;
  telefone: string;
  placa: string;
  foto: Buffer;
  /** What must be found nowhere afterwards, in lower case. */
  marcas: string[];
}

/** The `i`-th planted person: no word of it is in the data of another. */
function plantedOf(i: number): Planted {
  const letra = String.fromCharCode(97 + (i % 26));
  const n = 10 + i;
  const nome = `Zuleide${letra}${letra} Xavantina${letra}${letra}`;
  const foto = Buffer.concat([JPEG, Buffer.alloc(9_000, `retrato-${letra}${n}-`)]);
  const [matricula, telefone, placa] = [
    `77-XQ-20${n}`,
    `359988776${n}`,
    `XQ${letra.toUpperCase()}7K${n}`,
  ];
  const email = `zx${letra}${n}@exemplo.com.br`;
  const marcas = [...nome.split(' '), `antiga${letra}${letra}`, email, telefone, matricula, placa];
  return {
    ...{ matricula, nome, email, telefone, placa, foto },
    marcas: [...marcas, `retrato-${letra}${n}`].map((marca) => marca.toLowerCase()),
  };
}

/** Every place of the register, the gate and the office that can name a person names this one. */
async function plant(teste: TestApp, token: string, pessoa: Planted): Promise<void> {
  const { matricula, nome, email, telefone, placa, foto } = pessoa;
  const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const headers = method === 'POST' ? { 'idempotency-key': `${placa}${url}` } : {};
    const { statusCode, body } = await teste.request({ method, url, payload, headers });
    if (statusCode >= 300) throw new Error(`${method} ${url}: ${body}`);
  };
  const antiga = nome.replace('Xavantina', 'Antiga');
  await send('POST', '/db/proprietarios', { matricula, nome: antiga, email, telefone });
  await send('PUT', `/db/proprietarios/${matricula}`, { nome });
  const dela = { proprietario_matricula: matricula };
  await send('POST', '/db/veiculos', { placa, modelo: 'ONIX', cor: 'PRATA', ...dela });
  const motivo = `Vaga de ${nome}`;
  await send('PUT', `/db/veiculos/${placa}`, { status: 'PROIBIDO', motivo });
  const read = (corpo: object) =>
    sendMensagem(teste, '/api/leituras/unipark', corpo, bearerHeaders(token));
  const imagem = foto.toString('base64');
  await read({ placa, camera: '1', sentido: 'entrada', imagem });
  // Read as another plate, which suggests hers.
  await read({ placa: placa.replace('7', 'Z'), camera: '2', confianca: 0.9 });
  await read({ placa: '', observacao: `${nome} ${placa}` });
  await send('PUT', `/db/veiculos/${placa}`, { status: 'INDEFINIDO' });
  await send('POST', '/db/ultimosveiculos', { placa, camera: '3' });
  // Another car that was read as hers and corrected, and that is forbidden because of her.
  const outra = placa.replace('XQ', 'WK');
  await read({ placa, camera: '4', instante: new Date(Date.now() - 3_600_000).toISOString() });
  const [{ id } = { id: 0 }] = await query<{ id: number }>(
    teste.db,
    `select max(id) as id from passagens where placa = '${placa}'`,
  );
  await teste.request({ method: 'PATCH', url: `/api/passagens/${id}`, payload: { placa: outra } });
  await teste.request({
    ...{ method: 'POST', url: '/db/veiculos' },
    payload: { placa: outra, status: 'PROIBIDO', motivo },
  });
  await send('POST', '/api/contato', { nome, email, mensagem: `Sou ${nome}, do ${placa}.` });
  const agora = new Date().toISOString();
  await query(
    teste.db,
    `insert into correio (para, assunto, texto, criado_em, expira_em) values ('${email}', 'Aviso', 'Olá, ${nome}', '${agora}', '${agora}')`,
  );
  const corpo = `{"plate":"${placa}"}`;
  await query(
    teste.db,
    `insert into quarentena (dispositivo, dialeto, motivo, tamanho, corpo, recebido_em)
     select id, dialeto, 'sem placa', 20, '${corpo}', '${agora}' from dispositivos`,
  );
  await query(
    teste.db,
    `insert into lotes_veiculos (ato, motivo, proprietario_matricula, autor, fase, total, feitos,
       alterados, iguais, recusados, desfeitos, mantidos, pedido_em, criado_em)
     values ('status', '${motivo}', '${matricula}', '{}', 'feito', 1, 1, 1, 0, 0, 0, 0, '${agora}', '${agora}')`,
  );
  const alvo = `[{"placa":"${placa}","versao":2,"antes":{"motivo":"${motivo}"}}]`;
  await query(
    teste.db,
    `insert into lotes_veiculos_fatias (lote, ordem, alvos, feitos)
     select max(id), 1, '${alvo}', '${alvo}' from lotes_veiculos`,
  );
  for (const url of ['/api/passagens', '/api/passagens/exportar']) {
    await teste.request({ url: `${url}?q=${encodeURIComponent(nome)}` });
  }
  await teste.request({ url: `/api/veiculos/${placa}/historico` });
  const importador = createImportador(teste);
  const conteudo = `Matrícula;Nome;E-mail\n${matricula};${nome};${email}\n`;
  await importador.read({ conteudo, tipo: 'proprietarios', nome: `lista de ${nome}.csv` });
}

/** The tables whose rows name one of these; a search index counts by a search. */
async function scan(teste: TestApp, marcas: string[]): Promise<string[]> {
  const tabelas = await query<{ name: string }>(
    teste.db,
    `select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`,
  );
  const achadas: string[] = [];
  for (const { name } of tabelas) {
    const linhas = await query<Record<string, unknown>>(teste.db, `select * from "${name}"`);
    const texto = linhas
      .flatMap((linha) => Object.values(linha))
      .map((valor) => (valor instanceof Uint8Array ? Buffer.from(valor).toString('latin1') : valor))
      .join('\n')
      .toLowerCase();
    if (marcas.some((marca) => texto.includes(marca))) achadas.push(name);
  }
  for (const tabela of ['proprietarios', 'veiculos', 'passagens']) {
    const fts = `${tabela}_fts`;
    for (const marca of marcas) {
      const sql = `select rowid from ${fts} where ${fts} match ?`;
      if ((await query(teste.db, sql, [`"${marca}"`])).length > 0) achadas.push(fts);
    }
  }
  return [...new Set(achadas)].sort();
}

/** The files below these folders that hold one of the marks. */
const scanFiles = (pastas: string[], marcas: string[]): string[] =>
  pastas.flatMap((pasta) =>
    readdirSync(pasta, { recursive: true, withFileTypes: true })
      .filter((entrada) => entrada.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((arquivo) => {
        const texto = readFileSync(arquivo).toString('latin1').toLowerCase();
        return marcas.some((marca) => texto.includes(marca));
      }),
  );

/** The hourly sweep of a folder whose files are old. */
async function removeOldFiles({ db }: TestApp, dir: string): Promise<void> {
  const antes = Date.now() / 1_000 - 7_200;
  for (const entrada of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entrada.isFile()) utimesSync(join(entrada.parentPath, entrada.name), antes, antes);
  }
  const sinal = new AbortController().signal;
  await sweepFolder({
    dir,
    findNamed: (nomes) => findNamed(db, nomes),
    run: (act) => act(),
    sinal,
  });
}

/** Where the planted person is found before: the check sees what it looks for. */
const PLANTADAS = [
  ...['auditoria', 'auditoria_detalhes', 'correio', 'eventos', 'idempotencia'],
  ...['importacao_linhas', 'importacoes', 'leituras', 'mensagens_contato', 'passagens'],
  ...['lotes_veiculos', 'lotes_veiculos_fatias'],
  ...[
    'passagens_fts',
    'proprietarios',
    'proprietarios_fts',
    'quarentena',
    'veiculos',
    'veiculos_fts',
  ],
];

async function checkExport(m: Measure, teste: TestApp, { matricula, marcas, foto }: Planted) {
  const url = `/api/proprietarios/${matricula}/dados`;
  const { statusCode, rawPayload } = await teste.request({ url });
  m.check(statusCode === 200, 'the archive is given', statusCode);
  const arquivos = readZip(rawPayload);
  const textos = Object.entries(arquivos).filter(([nome]) => !nome.endsWith('.jpg'));
  const texto = textos.map(([, bytes]) => Buffer.from(bytes).toString('utf8')).join('\n');
  const faltam = marcas.filter(
    (marca) => !marca.startsWith('retrato') && !texto.toLowerCase().includes(marca),
  );
  m.check(faltam.length === 0, 'the archive has all that is known of the person', faltam);
  const fotos = Object.values(arquivos).some((bytes) => Buffer.from(bytes).equals(foto));
  m.check(fotos, 'the archive has the picture');
}

async function check(m: Measure, emArquivos: boolean, dubles: Dubles = {}): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'unipark-s18-'));
  const teste = await buildTestApp({ dubles, env: emArquivos ? { ARQUIVOS_DIR: dir } : {} });
  try {
    const outros = m.pick(20, 2_000, 20_000);
    await fill(teste.db, outros, outros);
    const { token } = await buildDispositivo(teste);
    const pessoas = Array.from({ length: m.pick(1, 3, 20) }, (_, i) => plantedOf(i));
    const vizinha = plantedOf(25);
    for (const pessoa of [...pessoas, vizinha]) await plant(teste, token, pessoa);
    for (const pessoa of pessoas) {
      const { matricula, marcas } = pessoa;
      await checkExport(m, teste, pessoa);
      const antes = await scan(teste, marcas);
      const cega = PLANTADAS.filter((tabela) => !antes.includes(tabela));
      m.check(cega.length === 0, 'the person is planted in every table', cega);
      const contadas = await query(teste.db, 'select * from passagens_horas order by 1, 2, 3, 4');
      const inicio = performance.now();
      const resposta = await teste.request({
        ...{ method: 'POST', url: `/api/proprietarios/${matricula}/anonimizar` },
        payload: { confirmacao: matricula },
      });
      m.note('anonymising took', `${Math.round(performance.now() - inicio)} ms`);
      m.check(resposta.json().terminada === true, 'anonymising ends', resposta.body);
      const achadas = await scan(teste, marcas);
      m.check(achadas.length === 0, 'the person is in no table and in no index', achadas);
      // A file of pictures is removed when it is an hour old: its reading may be on its way.
      await removeOldFiles(teste, dir);
      const ficheiros = scanFiles([teste.dataDir, dir], marcas);
      m.check(ficheiros.length === 0, 'the person is in no byte of any file', ficheiros);
      const depois = await query(teste.db, 'select * from passagens_horas order by 1, 2, 3, 4');
      m.check(JSON.stringify(depois) === JSON.stringify(contadas), 'the counts stay');
    }
    const dela = await scan(teste, vizinha.marcas);
    const perdidas = PLANTADAS.filter((tabela) => !dela.includes(tabela));
    m.check(perdidas.length === 0, 'another person stays everywhere', perdidas);
    const { quebra } = await verifyChain(teste.db, () => {});
    m.check(quebra === null, 'the chain of the audit is whole', quebra);
  } finally {
    await teste.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The fault: a change of an owner does not reach the search index. */
const forgetIndex: Dubles['beforeRoutes'] = (app, db) => {
  app.addHook('onReady', async () => {
    await query(db, 'drop trigger proprietarios_fts_au');
  });
};

describeRow({
  id: 'S18',
  promise: 'a person’s data is exported whole, and anonymised without a trace',
  async run(m) {
    await check(m, false);
    await check(m, true);
  },
  canary: (m) => check(m, false, { beforeRoutes: forgetIndex }),
});
