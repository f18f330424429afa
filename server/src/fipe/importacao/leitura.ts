/** The one reading of the file: every row looked at, the new ones written in steps. */
import { Problem } from '../../platform/errors.ts';
import type { Passo } from '../posseRepo.ts';
import { number } from '../rotulos.ts';
import { readCsv } from './csv.ts';
import type { EmMontagem } from './edicao.ts';
import { Lista } from './falhas.ts';
import { readJson } from './json.ts';
import { Lote, Repetidos } from './lote.ts';
import type { Acompanhamento, Pedido } from './pedido.ts';
import type { Contexto } from './registro.ts';
import { readTexto } from './texto.ts';

/** What is done sooner needs no line that says how far it is. */
const DEPRESSA_MS = 500;
/** A sign of life while what is there already is passed over. */
const SINAL_MS = 10_000;

export interface Lidos {
  registros: number;
  tipos: Set<string>;
  /** The newest month that the file names. */
  referencia: string | null;
  repetidos: Repetidos;
  falhas: Lista;
  /** Of what was read. */
  hash: string;
  passo: Passo;
}

/** Reads the file into the edition. Undefined when it was interrupted. */
export async function readInto(
  edicao: EmMontagem,
  { arquivo, linhas, codificacao, referencia }: Pedido,
  contexto: Contexto,
  { onProgress, onNotice, sinal }: Acompanhamento,
): Promise<Lidos | undefined> {
  const andamento = { lidos: 0, hash: '' };
  const falhas = new Lista();
  const repetidos = new Repetidos();
  const tipos = new Set<string>();
  let [registros, mes, visto] = [0, referencia ?? null, Date.now()];
  let lote = new Lote(repetidos);
  const comeco = Date.now();

  const passoAgora = () => {
    // A table has a row a line below its header; of JSON the part that is read tells the whole.
    const lida = andamento.lidos / arquivo.tamanho;
    const total = arquivo.formato === 'csv' ? linhas : Math.round(registros / (lida || 1));
    return { feitos: registros, total: Math.max(registros, total), referencia: mes };
  };
  async function flush(): Promise<void> {
    const passo = passoAgora();
    let settle: (() => void) | undefined;
    await edicao.step(passo, async (trx) => {
      settle = await lote.write(trx, edicao.id);
    });
    settle?.();
    lote = new Lote(repetidos);
    if (Date.now() - comeco > DEPRESSA_MS) onProgress(passo.feitos, passo.total);
  }

  const textos = readTexto(arquivo.caminho, codificacao, andamento);
  const read = arquivo.formato === 'csv' ? readCsv : readJson;
  try {
    for await (const lido of read(textos, contexto, falhas)) {
      if (sinal.aborted) return undefined;
      if (lido.referencia && lido.referencia > (mes ?? '')) mes = lido.referencia;
      if (!lido.registro) continue;
      registros += 1;
      tipos.add(lido.registro.tipo);
      // Once something is wrong the rest is read for what else is, and not written.
      if (falhas.total > 0) continue;
      if (registros <= edicao.feitos) {
        if (Date.now() - visto < SINAL_MS) continue;
        visto = Date.now();
        await edicao.touch();
        continue;
      }
      if (registros === edicao.feitos + 1 && edicao.feitos > 0) {
        onNotice(`Continuando da linha ${number(lido.linha)}.`);
      }
      lote.add(lido.registro, lido.linha, registros);
      if (lote.cheio) await flush();
    }
  } catch (error) {
    // A byte that is no text, or a column that is missing: said with all the rest.
    const frase = error instanceof Problem && error.extras.campos?.arquivo;
    if (!frase) throw error;
    falhas.add(frase);
  }
  if (falhas.total === 0 && !lote.vazio) await flush();
  const passo = { feitos: registros, total: registros, referencia: mes };
  if (Date.now() - comeco > DEPRESSA_MS) onProgress(registros, registros);
  return { registros, tipos, referencia: mes, repetidos, falhas, hash: andamento.hash, passo };
}
