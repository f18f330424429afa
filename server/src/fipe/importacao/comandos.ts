/** `unipark fipe import`: the catalogue out of a file, beside a running server or without one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrations } from '../../migrations/all.ts';
import { type Banco, openBanco } from '../../platform/db/banco.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { type ComandoCatalogo, INTERROMPIDO } from '../comandos.ts';
import { findMes } from '../meses.ts';
import { describeCounts, number } from '../rotulos.ts';
import { examineArquivo, hashArquivo } from './arquivo.ts';
import { recusa } from './falhas.ts';
import { type Importado, importFile } from './importar.ts';
import { CODIFICACOES, type Codificacao } from './texto.ts';
import { findTipo } from './valores.ts';

export const AJUDA_IMPORT = [
  '  fipe import ARQUIVO [--conferir] [--substituir]',
  '      Importa o catálogo de um CSV ou JSON (docs/catalogo.md). Com --conferir, só confere.',
  '      --tipo 1|2|3 e --referencia 2026-11 dizem o que o arquivo não diz;',
  '      --codificacao windows-1252 lê um CSV antigo do Excel.',
  '      --substituir aceita um arquivo com menos da metade do catálogo em uso.',
];

const USO = 'Diga o arquivo: npm run unipark -- fipe import ARQUIVO';

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tipo: { type: 'string' },
      referencia: { type: 'string' },
      codificacao: { type: 'string', default: 'utf-8' },
      conferir: { type: 'boolean', default: false },
      substituir: { type: 'boolean', default: false },
    },
  });
  const [caminho, ...resto] = positionals;
  if (!caminho || resto.length > 0) throw recusa(USO);
  const tipo = values.tipo === undefined ? undefined : findTipo(values.tipo);
  if (values.tipo !== undefined && !tipo) {
    throw recusa('--tipo: use 1 (carros), 2 (motos) ou 3 (caminhões).');
  }
  const referencia = values.referencia === undefined ? undefined : findMes(values.referencia);
  if (values.referencia !== undefined && !referencia) {
    throw recusa('--referencia: use ano e mês, como 2026-11.');
  }
  const codificacao = CODIFICACOES.find((nome) => nome === values.codificacao.toLowerCase());
  if (!codificacao) throw recusa(`--codificacao: use ${CODIFICACOES.join(' ou ')}.`);
  const { conferir, substituir } = values;
  return {
    caminho,
    tipo,
    referencia,
    codificacao: codificacao as Codificacao,
    conferir,
    substituir,
  };
}

/** Another database, thrown away afterwards: the same work, and nothing of it stays. */
async function withRascunho<T>(work: (rascunho: Banco) => Promise<T>): Promise<T> {
  const pasta = await mkdtemp(join(tmpdir(), 'unipark-conferir-'));
  try {
    const rascunho = openBanco(pasta);
    try {
      await migrate(rascunho, migrations);
      return await work(rascunho);
    } finally {
      await rascunho.destroy();
    }
  } finally {
    await rm(pasta, { recursive: true, force: true });
  }
}

/** What came of it, a line each. */
function describe(importado: Importado, nome: string, conferir: boolean): string[] {
  const { referencia, mantidos, repetidos } = importado;
  const linhas = [
    `${conferir ? 'Arquivo conferido' : 'Catálogo importado'}: ${nome}${referencia ? `, referência ${referencia}` : ''}.`,
    `O catálogo ${conferir ? 'teria' : 'tem'} ${describeCounts(importado)}.`,
  ];
  if (mantidos.length > 0) {
    linhas.push(`O arquivo não tem ${mantidos.join(' nem ')}: ficam como estavam.`);
  }
  if (repetidos.iguais > 0)
    linhas.push(`Repetidos, contados uma vez: ${number(repetidos.iguais)}.`);
  if (repetidos.outrosNomes.total > 0) {
    linhas.push(`Códigos com mais de um nome: ${number(repetidos.outrosNomes.total)}.`);
    linhas.push(...repetidos.outrosNomes.lines().map((linha) => `  ${linha}`));
  }
  if (conferir) linhas.push('Nada foi gravado.');
  return linhas;
}

/** `fipe import`: whole or not at all; a second run of the same file goes on where the first stopped. */
export const importCatalogo: ComandoCatalogo = async (deps, args) => {
  const { caminho, conferir, ...opcoes } = readOptions(args);
  const arquivo = await examineArquivo(caminho);
  const pedido = { arquivo, ...(await hashArquivo(caminho)), ...opcoes };
  const progresso = deps.progressoDe('linhas');
  const { autor, sinal } = deps;
  const acompanhamento = {
    autor,
    sinal,
    onProgress: progresso.show,
    onNotice(frase: string) {
      progresso.end();
      deps.say(frase);
    },
  };
  const run = (rascunho?: Banco) => importFile(deps.db, pedido, acompanhamento, rascunho);
  const importado = await (conferir ? withRascunho(run) : run()).finally(() => progresso.end());
  if (!importado) {
    const depois = conferir ? 'Nada foi gravado.' : 'O mesmo comando continua de onde parou.';
    deps.say(`Interrompido. ${depois}`);
    return INTERROMPIDO;
  }
  for (const linha of describe(importado, arquivo.nome, conferir)) deps.say(linha);
  return 0;
};
