/** A file becomes the catalogue: read once, written in small steps, activated in one. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { describeDatabaseError } from '../../platform/db/errors.ts';
import { breathe } from '../../platform/db/slices.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts';
import { clearAntigas } from '../antigasRepo.ts';
import { inheritAnos, inheritModelos } from '../atualizacao/atualizacaoRepo.ts';
import {
  activate,
  begin,
  countByTipo,
  countEdicao,
  discard,
  discardMontando,
  findAtiva,
  listMarcasOf,
  setReferencia,
} from '../edicoesRepo.ts';
import { ARQUIVO, GRUPO } from '../trabalhos.ts';
import { examineArquivo } from './arquivo.ts';
import { readCsv } from './csv.ts';
import { describeShrinking, NOMES_TIPOS } from './encolhimento.ts';
import { FaultList, refusedArquivo } from './falhas.ts';
import { inheritMarcas } from './importacaoRepo.ts';
import { readJson } from './json.ts';
import { ImportBatch, RepeatedCount } from './lote.ts';
import { loadCodigos } from './marcas.ts';
import { CODIFICACOES, readTexto } from './texto.ts';

export const ImportRequest = z.object({
  /** A copy, which the work deletes at its end. */
  caminho: z.string(),
  nome: z.string(),
  tipo: z.optional(z.string()),
  referencia: z.optional(z.string()),
  codificacao: z.enum(CODIFICACOES),
  /** Everything but the activation. */
  conferir: z.boolean(),
  /** The catalogue may shrink to less than half. */
  substituir: z.boolean(),
});
export type ImportRequest = z.infer<typeof ImportRequest>;

export interface ImportCount {
  marcas: number;
  modelos: number;
  anos: number;
  /** The newest month that the file names. */
  referencia: string | null;
  /** Types that the file does not have: they stay unchanged. */
  mantidos: string[];
  /** Repeated rows, and codes with another name. */
  repetidos: { iguais: number; outrosNomes: number; lugares: string[] };
  /** The unfinished work of another one was discarded. */
  substituiu: boolean;
}

/** The result of an import: a catalogue, or the sentences with the reasons. */
export type FimImportacao = ImportCount | { recusado: string };

interface ReadCount {
  registros: number;
  tipos: Set<string>;
  referencia: string | null;
  repetidos: RepeatedCount;
  falhas: FaultList;
  hash: string;
}

/** Reads the file into the edition; after the first error it only collects further errors. */
async function readInto(
  db: Banco,
  job: JobRun,
  edicao: number,
  { caminho, tipo, referencia, codificacao }: ImportRequest,
): Promise<ReadCount> {
  const arquivo = await examineArquivo(caminho);
  const ativa = await findAtiva(db);
  const contexto = { tipo, referencia, codeForMarca: await loadCodigos(db, ativa?.id) };
  const andamento = { lidos: 0, hash: '' };
  const [falhas, repetidos, tipos] = [new FaultList(), new RepeatedCount(), new Set<string>()];
  let [registros, mes] = [0, referencia ?? null];
  let lote = new ImportBatch(repetidos);

  async function flush(): Promise<void> {
    // The total is estimated from the part that was read.
    const lida = andamento.lidos / arquivo.tamanho;
    const total = Math.max(registros, Math.round(registros / (lida || 1)));
    const settle = await job.step({ feitos: registros, total }, async (trx) => {
      if (mes) await setReferencia(trx, edicao, mes);
      return lote.write(trx, edicao);
    });
    settle?.();
    lote = new ImportBatch(repetidos);
    await breathe();
  }

  const textos = readTexto(caminho, codificacao, andamento);
  const read = arquivo.formato === 'csv' ? readCsv : readJson;
  try {
    for await (const { registro, onde, referencia: dita } of read(textos, contexto, falhas)) {
      job.sinal.throwIfAborted();
      if (dita && dita > (mes ?? '')) mes = dita;
      if (!registro) continue;
      registros += 1;
      tipos.add(registro.tipo);
      if (falhas.total > 0) continue;
      lote.add(registro, onde, registros);
      if (lote.cheio) await flush();
    }
  } catch (error) {
    // An invalid byte or a missing column is reported together with the other errors.
    const frase = error instanceof Problem && error.extras.campos?.arquivo;
    if (!frase) throw error;
    falhas.add(frase);
  }
  if (falhas.total === 0) await flush();
  return { registros, tipos, referencia: mes, repetidos, falhas, hash: andamento.hash };
}

/** Copies the types that the file does not have from the catalogue in use. Answers which. */
async function keepOthers(
  db: Banco,
  job: JobRun,
  { emUso, nova, tipos }: { emUso: number; nova: number; tipos: Set<string> },
): Promise<string[]> {
  const outros = [...(await countByTipo(db, emUso, 'fipe_marcas')).keys()]
    .filter((tipo) => !tipos.has(tipo))
    .sort();
  for (const tipo of outros) {
    await job.step({}, (trx) => inheritMarcas(trx, { de: emUso, para: nova, tipo }));
  }
  for (const { tipo, codigo: marca } of await listMarcasOf(db, emUso)) {
    if (!outros.includes(tipo)) continue;
    await job.step({}, async (trx) => {
      await inheritModelos(trx, { de: emUso, para: nova, tipo, marca });
      await inheritAnos(trx, { de: emUso, para: nova, tipo, marca });
    });
  }
  return outros;
}

/** Checks the whole file after it was read. @throws with every sentence */
function checkWhole({ falhas, registros }: ReadCount): void {
  if (falhas.total > 0) {
    throw invalid({ arquivo: [...falhas.lines(), 'Nada foi importado.'].join('\n') });
  }
  if (registros === 0) throw refusedArquivo('O arquivo não tem nenhuma marca.');
}

async function checkSize(
  db: Banco,
  editions: { emUso: number; nova: number },
  tipos: Set<string>,
): Promise<void> {
  const frases = await describeShrinking(db, editions, [...tipos].sort());
  if (frases.length === 0) return;
  frases.push('O catálogo perderia mais da metade. Se estiver correto, repita com --substituir.');
  throw refusedArquivo(frases.join('\n'));
}

/** Fills an edition from the file and activates it. @throws sentences for the owner of the file */
async function importInto(
  db: Banco,
  job: JobRun,
  nova: number,
  pedido: ImportRequest,
): Promise<FimImportacao> {
  const lidos = await readInto(db, job, nova, pedido);
  checkWhole(lidos);
  const { tipos, referencia, hash, repetidos } = lidos;
  const emUso = (await findAtiva(db))?.id;
  if (emUso && !pedido.substituir) await checkSize(db, { emUso, nova }, tipos);
  const mantidos = emUso ? await keepOthers(db, job, { emUso, nova, tipos }) : [];
  const contagens = await countEdicao(db, nova);
  const importado: ImportCount = {
    ...contagens,
    referencia,
    mantidos: mantidos.map((tipo) => NOMES_TIPOS[tipo] ?? tipo),
    repetidos: {
      iguais: repetidos.iguais,
      outrosNomes: repetidos.outrosNomes.total,
      lugares: repetidos.outrosNomes.lines(),
    },
    substituiu: false,
  };
  if (pedido.conferir) return importado;
  await job.finish(importado, async (trx) => {
    importado.substituiu = await discardMontando(trx, 'atualizacao');
    await activate(trx, nova, contagens);
    const detalhe = { arquivo: pedido.nome, hash, referencia, ...contagens, mantidos };
    const ato = { acao: 'importar', entidade: 'catalogo', chave: String(nova), detalhe } as const;
    await audit(trx, job.autor, ato);
  });
  return importado;
}

const sentenceOf = (error: unknown): string | undefined => {
  if (!(error instanceof Problem)) return describeDatabaseError(error)?.mensagem;
  return Object.values(error.extras.campos ?? {}).join('\n') || error.message;
};

/** An import that died starts again: its unfinished edition is discarded. */
export const importacaoKinds = ({ db }: { db: Banco }): Record<string, JobKind> => ({
  [ARQUIVO]: {
    grupo: GRUPO,
    // The operator's tool copied it to the disk of one of the servers.
    isHere: (parametros) => existsSync((parametros as { caminho: string }).caminho),
    async run(job): Promise<FimImportacao> {
      const pedido = z.parse(ImportRequest, job.parametros);
      const nova = await job.step({ feitos: 0 }, async (trx) => {
        await discardMontando(trx, 'arquivo');
        return (await begin(trx, { origem: 'arquivo' })).id;
      });
      try {
        return await importInto(db, job, nova ?? 0, pedido);
      } catch (error) {
        job.sinal.throwIfAborted();
        const recusado = sentenceOf(error);
        if (recusado === undefined) throw error;
        return { recusado };
      } finally {
        // After a stop of the server the file is read again, so it is kept.
        if (!job.sinal.aborted) await rm(pedido.caminho, { force: true });
        await inTransaction(db, (trx) => discard(trx, nova ?? 0)).catch(() => undefined);
        await clearAntigas(db, job.sinal).catch(() => undefined);
      }
    },
  },
});
