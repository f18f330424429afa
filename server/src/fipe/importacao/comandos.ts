/** `unipark fipe import`: the catalogue from a file, with or without a running server. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inTransaction } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { JobRow } from '../../platform/jobs/repo.ts';
import { type ComandoCatalogo, createTerminal, INTERROMPIDO } from '../comandos.ts';
import { findMes } from '../meses.ts';
import { describeCounts, number } from '../rotulos.ts';
import { ARQUIVO, findAlive } from '../trabalhos.ts';
import { copyArquivo, examineArquivo, pathOfCopy } from './arquivo.ts';
import { refusedArquivo } from './falhas.ts';
import type { FimImportacao, ImportCount, ImportRequest } from './importar.ts';
import { CODIFICACOES, type TextEncodingName } from './texto.ts';
import { findTipo } from './valores.ts';

export const AJUDA_IMPORT = [
  '  fipe import ARQUIVO [--conferir] [--substituir]',
  '      Importa o catálogo de um CSV ou JSON (docs/catalogo.md). Com --conferir, só confere.',
  '      --tipo 1|2|3 e --referencia 2026-11 informam o que falta no arquivo;',
  '      --codificacao windows-1252 lê um CSV antigo do Excel.',
  '      --substituir aceita um arquivo com menos da metade do catálogo em uso.',
];

/** Shorter work needs no progress line. */
const DEPRESSA_MS = 500;

const USO = 'Informe o arquivo: npm run unipark -- fipe import ARQUIVO';

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
  if (!caminho || resto.length > 0) throw refusedArquivo(USO);
  const tipo = values.tipo === undefined ? undefined : findTipo(values.tipo);
  if (values.tipo !== undefined && !tipo) {
    throw refusedArquivo('--tipo: use 1 (carros), 2 (motos) ou 3 (caminhões).');
  }
  const referencia = values.referencia === undefined ? undefined : findMes(values.referencia);
  if (values.referencia !== undefined && !referencia) {
    throw refusedArquivo('--referencia: use ano e mês, como 2026-11.');
  }
  const codificacao = CODIFICACOES.find((nome) => nome === values.codificacao.toLowerCase());
  if (!codificacao) throw refusedArquivo(`--codificacao: use ${CODIFICACOES.join(' ou ')}.`);
  const { conferir, substituir } = values;
  return {
    caminho,
    tipo,
    referencia,
    codificacao: codificacao as TextEncodingName,
    conferir,
    substituir,
  };
}

function describe(importado: ImportCount, nome: string, conferir: boolean): string[] {
  const { referencia, mantidos, repetidos, substituiu } = importado;
  const linhas = [
    `${conferir ? 'Arquivo conferido' : 'Catálogo importado'}: ${nome}${referencia ? `, referência ${referencia}` : ''}.`,
    `O catálogo ${conferir ? 'teria' : 'tem'} ${describeCounts(importado)}.`,
  ];
  if (substituiu) linhas.unshift('A atualização interrompida foi descartada.');
  if (mantidos.length > 0) {
    linhas.push(`O arquivo não tem ${mantidos.join(' nem ')}: ficam como estavam.`);
  }
  if (repetidos.iguais > 0)
    linhas.push(`Repetidos, contados uma vez: ${number(repetidos.iguais)}.`);
  if (repetidos.outrosNomes > 0) {
    linhas.push(`Códigos com mais de um nome: ${number(repetidos.outrosNomes)}.`);
    linhas.push(...repetidos.lugares.map((lugar) => `  ${lugar}`));
  }
  if (conferir) linhas.push('Nada foi gravado.');
  return linhas;
}

const alreadyRunning = () =>
  conflict(
    'em-andamento',
    'Já há uma atualização em andamento. Aguarde o fim; se ela foi interrompida, repita em um minuto.',
  );

/** @throws the sentences of a failed import */
function getImportado({ situacao, resultado }: JobRow): ImportCount | undefined {
  if (situacao === 'falhou') throw refusedArquivo('Erro inesperado. Veja o registro do servidor.');
  const fim = JSON.parse(resultado ?? 'null') as FimImportacao | null;
  if (situacao === 'cancelado') {
    if (!fim) throw alreadyRunning();
    return undefined;
  }
  if (!fim || 'recusado' in fim) throw refusedArquivo(fim?.recusado ?? '');
  return fim;
}

/** `fipe import`: all or nothing. A running server does it, otherwise this process. */
export const importCatalogo: ComandoCatalogo = async (deps, args) => {
  const { caminho, ...opcoes } = readOptions(args);
  const { db, config, autor, say } = deps;
  await examineArquivo(caminho);
  const copia = resolve(pathOfCopy(config.dataDir, randomUUID()));
  await copyArquivo(caminho, copia);
  const nome = basename(caminho);
  const pedido: ImportRequest = { caminho: copia, nome, ...opcoes };
  const { jobs, follow } = createTerminal(deps);
  try {
    const put = () =>
      inTransaction(db, async (trx) => {
        if (await findAlive(trx)) throw alreadyRunning();
        return jobs.put(trx, { tipo: ARQUIVO, parametros: pedido, autor });
      });
    const importado = getImportado(await follow('linhas', put, DEPRESSA_MS));
    if (!importado) {
      say(`Interrompido. Nada foi ${opcoes.conferir ? 'gravado' : 'importado'}.`);
      return INTERROMPIDO;
    }
    for (const linha of describe(importado, nome, opcoes.conferir)) say(linha);
    return 0;
  } finally {
    await rm(copia, { force: true });
  }
};
