/** `unipark import`: the same work as the screen's, for the operator, with or without a server. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import {
  Existentes,
  FASES_OCUPADAS,
  type FeitosImportacao,
  type Importacao,
  TipoImportacao,
} from '@unipark/contract/importacao';
import type { Autor } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { refusedArquivo } from './formatos/recusa.ts';
import { createImportacoes, type Importacoes, openImportacoes } from './importacoes.ts';

export const AJUDA_IMPORTAR = [
  '  import ARQUIVO [--tipo veiculos|proprietarios] [--existentes ignorar|atualizar] [--sim]',
  '      Confere um CSV ou XLSX de veículos (ou de proprietários) e diz o que seria gravado.',
  '      Com --sim, grava. Os já cadastrados são atualizados; com --existentes ignorar, ficam.',
];

export const INTERROMPIDO = 130;
const OLHAR_MS = 150;
const LISTADAS = 20;

export interface ImportCommandDeps {
  db: Banco;
  /** A server runs on this data folder: it does the work, and this process watches. */
  served: boolean;
  autor: Autor;
  say: (linha: string) => void;
  openProgresso: (unidade: string) => {
    show(feitos: number, total: number | null): void;
    end(): void;
  };
  sinal: AbortSignal;
  onChange: (trx: Transacao, chaves: string[]) => Promise<void>;
}

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tipo: { type: 'string', default: 'veiculos' },
      existentes: { type: 'string', default: 'atualizar' },
      sim: { type: 'boolean', default: false },
    },
  });
  const [caminho, ...resto] = positionals;
  if (!caminho || resto.length > 0) {
    throw refusedArquivo('Informe o arquivo: npm run unipark -- import ARQUIVO');
  }
  const tipo = TipoImportacao.safeParse(values.tipo);
  if (!tipo.success) throw refusedArquivo('--tipo: use veiculos ou proprietarios.');
  const existentes = Existentes.safeParse(values.existentes);
  if (!existentes.success) throw refusedArquivo('--existentes: use ignorar ou atualizar.');
  return { caminho, tipo: tipo.data, existentes: existentes.data, sim: values.sim };
}

const number = (valor: number): string => valor.toLocaleString('pt-BR');
const lines = (total: number): string => `${number(total)} ${total === 1 ? 'linha' : 'linhas'}`;

/** 'novos 2, atualizados 1, …' */
export const describeFeitos = ({
  criadas,
  alteradas,
  iguais,
  ignoradas,
  recusadas,
}: FeitosImportacao) =>
  [
    `novos ${number(criadas)}`,
    `atualizados ${number(alteradas)}`,
    `iguais ${number(iguais)}`,
    `ignorados ${number(ignoradas)}`,
    `rejeitados ${number(recusadas)}`,
  ].join(', ');

/** One import of the operator, followed until the server has nothing to do. */
function createFollower({ sinal, openProgresso }: ImportCommandDeps, importacoes: Importacoes) {
  const conta = { id: 'operador', admin: true };
  async function follow(id: number): Promise<Importacao> {
    const progresso = openProgresso('linhas');
    for (;;) {
      const importacao = await importacoes.find(conta, id);
      if (!FASES_OCUPADAS.includes(importacao.fase) || sinal.aborted) {
        progresso.end();
        return importacao;
      }
      progresso.show(importacao.feitos, importacao.linhas || null);
      await sleep(OLHAR_MS, undefined, { signal: sinal }).catch(() => undefined);
    }
  }
  return { conta, follow };
}

/** What is wrong with the first rows, and how many there are. */
async function describeErros(
  importacoes: Importacoes,
  conta: { id: string; admin: boolean },
  id: number,
) {
  const pagina = { veredito: 'erro' as const, apos: 0, limite: LISTADAS };
  const linhas = await importacoes.listLinhas(conta, id, pagina);
  return linhas.map(
    ({ linha, erros }) => `  Linha ${number(linha)}: ${Object.values(erros).join(' ')}`,
  );
}

async function importFile(
  deps: ImportCommandDeps,
  importacoes: Importacoes,
  opcoes: ReturnType<typeof readOptions>,
): Promise<number> {
  const { autor, say, sinal } = deps;
  const { caminho, tipo, existentes, sim } = opcoes;
  const { conta, follow } = createFollower(deps, importacoes);
  const nome = basename(caminho);
  const { id } = await importacoes.receive(autor, conta, {
    ...{ tipo, nome },
    bytes: createReadStream(caminho),
  });
  const discard = async (): Promise<number> => {
    await importacoes.cancel(autor, conta, id).catch(() => undefined);
    await importacoes.discard(autor, conta, id).catch(() => undefined);
    say('Interrompido. Nada foi gravado.');
    return INTERROMPIDO;
  };
  const lida = await follow(id);
  if (sinal.aborted) return discard();
  if (lida.fase === 'recusada') throw refusedArquivo(lida.erro ?? '');
  const campos = lida.colunas.map(({ campo }) => campo);
  await importacoes.chooseColunas(autor, conta, id, { campos });
  const previa = await follow(id);
  if (sinal.aborted) return discard();
  const { nova, altera, igual, erro } = previa.contagem;
  say(
    `${nome}: ${lines(previa.linhas)}: novas ${number(nova)}, atualizam ${number(altera)}, iguais ${number(igual)}, com erro ${number(erro)}.`,
  );
  for (const linha of await describeErros(importacoes, conta, id)) say(linha);
  if (erro > LISTADAS) say(`  e mais ${number(erro - LISTADAS)}.`);
  if (!sim) {
    await importacoes.discard(autor, conta, id);
    say('Nada foi gravado. Para gravar, repita com --sim.');
    return 0;
  }
  await importacoes.write(autor, conta, id, existentes);
  const fim = await follow(id);
  if (fim.fase === 'gravando') {
    await importacoes.cancel(autor, conta, id);
    say('Interrompido. O servidor desfaz o que foi gravado.');
    return INTERROMPIDO;
  }
  if (fim.fase !== 'concluida') throw refusedArquivo(fim.erro ?? 'A importação foi interrompida.');
  say(`Importado: ${describeFeitos(fim.resultado)}.`);
  return 0;
}

/** Imports a file; it answers the exit code. */
export async function importArquivo(deps: ImportCommandDeps, args: string[]): Promise<number> {
  const opcoes = readOptions(args);
  const dados = await stat(opcoes.caminho).catch(() => undefined);
  if (!dados?.isFile()) throw refusedArquivo(`Arquivo não encontrado: ${opcoes.caminho}.`);
  const { db, served, onChange } = deps;
  const log = { error: (dito: unknown) => void process.stderr.write(`${inspect(dito)}\n`) };
  const { alvos, kinds } = openImportacoes({ db, log, onChange });
  const jobs = createJobs({ db, kinds, log });
  if (!served) jobs.start();
  try {
    return await importFile(deps, createImportacoes({ db, jobs, alvos }), opcoes);
  } finally {
    await jobs.stop();
  }
}
