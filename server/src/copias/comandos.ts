/** `unipark backup`, `backup verify` and `restore`. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../config/leitor.ts';
import type { Config } from '../config.ts';
import { FolderInUse, lockDataDir } from '../platform/process/lock.ts';
import { explainStartFailure } from '../platform/process/startup.ts';
import { findSegredo, readSegredo } from '../platform/secret.ts';
import { type Copia, createCopia, listCopias, refuseNewer, verifyCopia } from './copia.ts';
import { createChave, openCopia } from './externas/abertura.ts';
import { bringFotos, carryFotos, countFotos, FOTOS, sweepFotos } from './fotos.ts';
import { BANCO, type ManifestoCopia, markOf, SEGREDO } from './manifesto.ts';
import { claimPasta, ownerOf } from './mark.ts';
import { isDump } from './original.ts';
import {
  CONHECIDAS,
  type Contagens,
  countAgora,
  countsOf,
  placeStaged,
  stageCopia,
} from './restauracao.ts';
import { placeDump, withoutServers } from './restauracaoPostgres.ts';
import { removeOld } from './rodizio.ts';

export const AJUDA_COPIAS = [
  '  backup [--para PASTA] [--com-segredos] [--sem-fotos] [--manter]',
  '      Copia o banco de dados, com o servidor no ar ou parado, e confere a cópia. Com --para, leva',
  '      também as fotos de ARQUIVOS_DIR. Com --manter, apaga cópias antigas: ficam as de 24 horas,',
  '      14 dias e 8 semanas.',
  '  backup verify [PASTA]',
  '      Confere uma cópia inteira; sem PASTA, a mais nova.',
  '  backup chave ARQUIVO',
  '      Cria o par de chaves das cópias externas: a privada em ARQUIVO, a pública na tela.',
  '  restore PASTA [--sim]',
  '      Diz o que se perde; com --sim, põe a cópia no lugar, com o servidor parado (com PostgreSQL,',
  '      todos). Com uma cópia externa: restore ARQUIVO.tar.gz.age --chave ARQUIVO-DA-CHAVE.',
];

export interface CopiasDeps {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'segredoFile' | 'arquivosDir' | 'versao'>;
  say: (linha: string) => void;
  /** Migrates the database of a folder or address, and writes the restoration into its audit. */
  prepare: (onde: string, copia: string) => Promise<void>;
  /** The migrations that this program knows. */
  listPassos: () => Promise<string[]>;
}

const inteiro = new Intl.NumberFormat('pt-BR');

const describeCopia = ({ criada_em, bytes, linhas }: ManifestoCopia): string =>
  `${new Date(criada_em).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })}, ` +
  `${inteiro.format(Math.ceil(bytes / 1_048_576))} MB, ${inteiro.format(linhas.veiculos ?? 0)} veículos, ` +
  `${inteiro.format(linhas.passagens ?? 0)} passagens`;

const sayLeft = (arquivosDir: string): string =>
  `As fotos de ${arquivosDir} não foram copiadas: backup --para PASTA, em outro disco, leva também as fotos.`;

/** Copies the pictures beside a backup; answers what to say. */
async function carry(arquivosDir: string, pasta: string): Promise<string> {
  const levadas = await carryFotos({ copias: dirname(pasta), nome: basename(pasta), arquivosDir });
  const { fotos = 0, faltam = 0 } = levadas ?? {};
  const novas = `Fotos copiadas para ${join(dirname(pasta), FOTOS)}: ${inteiro.format(fotos)} que ainda não estavam lá.`;
  return faltam === 0 ? novas : `${novas} ${sayMissing(faltam)}`;
}

const sayMissing = (faltam: number): string =>
  `Fotos que o banco cita e não foram achadas: ${inteiro.format(faltam)}.`;

export async function backup({ config, say }: CopiasDeps, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      para: { type: 'string' },
      'com-segredos': { type: 'boolean', default: false },
      'sem-fotos': { type: 'boolean', default: false },
      manter: { type: 'boolean', default: false },
    },
  });
  const { dataDir, databaseUrl, versao, arquivosDir } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, BANCO))) {
    throw new StartError(`Não há instalação em ${dataDir}. Aponte DATA_DIR para a pasta dela.`);
  }
  const copias = resolve(values.para ?? join(dataDir, 'copias'));
  const segredo = readSegredo(dataDir, config.segredoFile);
  const comSegredo = values['com-segredos'];
  // Before anything is written: it will remove copies from that folder.
  if (values.para !== undefined && values.manter) {
    await claimPasta(copias, ownerOf(dataDir, segredo));
  }
  const { pasta, manifesto } = await createCopia({
    ...{ dataDir, databaseUrl, copias, versao, segredo, comSegredo },
  });
  say(`Cópia conferida: ${pasta} (${describeCopia(manifesto)}).`);
  if (arquivosDir !== null) {
    const leva = values.para !== undefined && !values['sem-fotos'];
    say(leva ? await carry(arquivosDir, pasta) : sayLeft(arquivosDir));
  }
  if (!comSegredo) {
    say(
      `O segredo não vai junto. Guarde ${config.segredoFile ?? join(dataDir, SEGREDO)} em outro lugar: sem ele perdem-se os segundos fatores e as senhas de dispositivos.`,
    );
  }
  if (values.manter) {
    say(`Cópias antigas apagadas: ${await removeOld(copias)}.`);
    const fotos = arquivosDir === null ? 0 : await sweepFotos(copias);
    if (fotos > 0) say(`Fotos que nenhuma cópia cita, apagadas: ${inteiro.format(fotos)}.`);
  }
}

export async function verifyBackup({ config, say }: CopiasDeps, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const copias = join(config.dataDir, 'copias');
  const [pedida = (await listCopias(copias)).map((nome) => join(copias, nome))[0]] = positionals;
  if (pedida === undefined) throw new StartError(`Não há cópia em ${copias}. Rode unipark backup.`);
  const { pasta, manifesto } = await verifyCopia(
    resolve(pedida),
    findSegredo(config.dataDir, config.segredoFile),
  );
  say(`Cópia íntegra: ${pasta} (${describeCopia(manifesto)}).`);
  const { fotos, faltam } = await countFotos(pasta, join(dirname(pasta), FOTOS));
  if (fotos > 0) {
    say(`Fotos em arquivos: ${inteiro.format(fotos)}; fora da cópia: ${inteiro.format(faltam)}.`);
  }
}

/** Makes the keys of the copies outside. The private one belongs on no server. */
export async function createChaves({ say }: CopiasDeps, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [arquivo] = positionals;
  if (arquivo === undefined) throw new StartError('Diga onde: unipark backup chave ARQUIVO');
  const publica = await createChave(resolve(arquivo));
  say(`Chave privada em ${resolve(arquivo)}. Leve-a para fora deste servidor, em dois lugares:`);
  say('sem ela, nenhuma cópia externa se abre. A pública vai na configuração:');
  say(`COPIAS_CHAVE=${publica}`);
}

const NOMES = {
  veiculos: 'veículos',
  proprietarios: 'proprietários',
  contas: 'contas',
  passagens: 'passagens',
} as const;

const describeChanges = (agora: Contagens, copia: Contagens): string[] =>
  CONHECIDAS.map((tabela) => {
    const [tem, teria] = [agora[tabela], copia[tabela]].map((linhas) => inteiro.format(linhas));
    return `  ${NOMES[tabela]}: ${tem} agora, ${teria} na cópia`;
  });

/** What a restoration takes away, before anything is changed. */
async function sayLosses({ config, say }: CopiasDeps, copia: Copia): Promise<void> {
  const { pasta } = copia;
  const segredo = findSegredo(config.dataDir, config.segredoFile);
  say(`Cópia íntegra, de ${describeCopia(copia.manifesto)}.`);
  const agora = await countAgora(config);
  if (agora === null) say('O banco de dados atual está danificado e não pôde ser comparado.');
  else if (agora) {
    const mudancas = describeChanges(agora, countsOf(copia.manifesto));
    say(['Tudo o que mudou depois da cópia se perde:', ...mudancas].join('\n'));
  }
  const { fotos } = await countFotos(pasta, join(dirname(pasta), FOTOS));
  if (fotos > 0 && config.arquivosDir === null) {
    say(
      `A cópia cita ${inteiro.format(fotos)} fotos em arquivos: defina ARQUIVOS_DIR para trazê-las.`,
    );
  }
  say('Todos entram de novo; convites e links enviados deixam de valer.');
  const daCopia = existsSync(join(pasta, SEGREDO)) ? readSegredo(pasta) : undefined;
  if (markOf(segredo ?? daCopia ?? '') !== copia.manifesto.segredo) {
    say(
      'O segredo da instalação que fez a cópia não está aqui: segundos fatores e senhas de dispositivos terão de ser refeitos.',
    );
  }
}

/** Keeps servers from starting on the folder until it is called back. @throws {StartError} */
function lockFolder(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new StartError(`Há um servidor UNIPARK usando a pasta ${dataDir}. Pare-o e repita.`);
  }
}

/** A backup belongs to the kind of database that it was made of. @throws {StartError} */
function refuseOtherKind({ databaseUrl }: CopiasDeps['config'], pasta: string): void {
  if (isDump(pasta) === (databaseUrl !== null)) return;
  throw new StartError(
    databaseUrl === null
      ? 'A cópia é de um PostgreSQL: defina DATABASE_URL e SECRET_FILE.'
      : 'A cópia é do banco embutido: restaure-a sem DATABASE_URL e leve-a para o PostgreSQL com unipark db move.',
  );
}

/**
 * Copies what a restoration replaces: the way back from it, in a folder of its own, which no rotation
 * empties. Answers a sentence.
 */
async function keepPresent({ dataDir, segredoFile, versao }: CopiasDeps['config']) {
  const segredo = findSegredo(dataDir, segredoFile);
  if (!existsSync(join(dataDir, BANCO))) return 'Não havia banco.';
  if (segredo === undefined) return 'Sem o segredo, o que havia não foi copiado antes.';
  const copias = join(dataDir, 'antes-de-restaurar');
  const deps = { dataDir, databaseUrl: null, copias, versao, segredo, comSegredo: false };
  return createCopia(deps).then(
    ({ pasta }) => `Para voltar ao que havia, restaure ${pasta}.`,
    // A disk with errors is a reason to restore, and none against it.
    (error: unknown) => `O que havia não foi copiado antes: ${explainStartFailure(error)}`,
  );
}

/** Puts the backup in place; answers where what was before is. */
async function place({ config, prepare }: CopiasDeps, copia: Copia): Promise<string> {
  const { dataDir, databaseUrl } = config;
  const { criada_em } = copia.manifesto;
  if (databaseUrl === null) {
    await stageCopia({ dataDir, copia, prepare: (nova) => prepare(nova, criada_em) });
    const volta = await keepPresent(config);
    return `O banco de antes, se havia um, está em ${await placeStaged(dataDir, copia)}. ${volta}`;
  }
  const antes = await placeDump(databaseUrl, copia);
  const onde =
    antes === undefined
      ? 'O banco estava vazio.'
      : `As tabelas de antes estão no esquema ${antes}. Quando não precisar mais delas, apague-as no banco: drop schema ${antes} cascade`;
  await prepare(databaseUrl, criada_em).catch((cause: Error) => {
    throw new StartError(
      `A cópia está no banco, e a atualização dela para esta versão falhou: ${explainStartFailure(cause)} ${onde}`,
      { cause },
    );
  });
  return onde;
}

export async function restore(deps: CopiasDeps, args: string[]): Promise<void> {
  const { config } = deps;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { sim: { type: 'boolean', default: false }, chave: { type: 'string' } },
  });
  const [escrita] = positionals;
  if (escrita === undefined) throw new StartError('Diga qual cópia: unipark restore PASTA');
  const { dataDir, databaseUrl } = config;
  const unlock = lockFolder(dataDir);
  const work = () => restoreFrom(deps, { lugar: resolve(escrita), ...values });
  try {
    await (values.sim && databaseUrl !== null ? withoutServers(databaseUrl, work) : work());
  } finally {
    unlock();
  }
}

interface RestoreRequest {
  /** A folder, or the file of an external copy. */
  lugar: string;
  chave?: string;
  /** Confirmed: without it the losses are said, and nothing is changed. */
  sim: boolean;
}

async function restoreFrom(deps: CopiasDeps, { lugar, chave, sim }: RestoreRequest): Promise<void> {
  const { config, say } = deps;
  const { dataDir, arquivosDir } = config;
  const aberta = await openCopia(lugar, { dataDir, chave });
  try {
    const { pasta, readFoto: read } = aberta;
    refuseOtherKind(config, pasta);
    const copia = await verifyCopia(pasta, findSegredo(dataDir, config.segredoFile));
    refuseNewer(copia, await deps.listPassos());
    await sayLosses(deps, copia);
    if (!sim) {
      say('Nada foi mudado. Para restaurar, repita o comando com --sim.');
      return;
    }
    // Pictures first: a server removes those that its database does not know.
    if (arquivosDir !== null) {
      const { fotos, faltam } = await bringFotos({ pasta, arquivosDir, read });
      if (fotos > 0) say(`Fotos trazidas para ${arquivosDir}: ${inteiro.format(fotos)}.`);
      if (faltam > 0) say(sayMissing(faltam));
    }
    say(`Restaurada. ${await place(deps, copia)} Inicie o servidor.`);
  } finally {
    await aberta.close();
  }
}
