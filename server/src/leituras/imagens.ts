/** Pictures that a message names by address: fetched after its answer, from allowed hosts only. */
import type { PapelImagem } from '@unipark/contract/passagem';
import type { FastifyBaseLogger } from 'fastify';
import type { Movimento } from '../dispositivos/movimento.ts';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import type { Leitura } from '../passagens/leitura.ts';
import type { PassagensService } from '../passagens/service.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { download } from '../platform/outbound/download.ts';
import { isJpeg } from './dialetos/imagem.ts';

const AO_MESMO_TEMPO = 4;
/** Readings. Above this their pictures are dropped: the readings are more important. */
const NA_FILA = 100;
const MAXIMO_BYTES = 6 * 1024 * 1024;
const PRAZO_MS = 2_000;

interface ImagemUrl {
  papel: PapelImagem;
  url: string;
}

export interface ImagemFetcher {
  /** Fetches pictures of a stored reading; each is added to its passage when it arrives. */
  fetch(linha: DispositivoRow, leitura: Leitura, enderecos: ImagemUrl[]): void;
  /** Cancels downloads in progress. */
  stop(): Promise<void>;
}

interface Deps {
  db: Banco;
  passagens: PassagensService;
  movimento: Movimento;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function createBusca({ db, passagens, movimento, log }: Deps): ImagemFetcher {
  const parada = new AbortController();
  const fila: (() => Promise<void>)[] = [];
  const emCurso = new Set<Promise<void>>();

  /** The pictures that arrive, and a note at the device for each that does not. */
  async function downloadAll(linha: DispositivoRow, enderecos: ImagemUrl[]) {
    const origens: string[] = JSON.parse(linha.origens_imagem);
    const opcoes = { origens, prazoMs: PRAZO_MS, maximo: MAXIMO_BYTES, sinal: parada.signal };
    const fotos: { papel: PapelImagem; jpeg: Buffer }[] = [];
    for (const { papel, url } of enderecos) {
      const jpeg = await download(url, opcoes).catch(() => undefined);
      if (parada.signal.aborted) return [];
      if (jpeg && isJpeg(jpeg)) fotos.push({ papel, jpeg });
      else {
        const erro = 'Imagem não recebida: confira as origens de imagem e o endereço.';
        movimento.note(linha.id, 'ignoradas', { vezes: 0, erro });
      }
    }
    return fotos;
  }

  /** Adds the pictures at once: one after the other, the second would be the same reading again. */
  async function join(
    linha: DispositivoRow,
    leitura: Leitura,
    enderecos: ImagemUrl[],
  ): Promise<void> {
    const autor = { id: null, endereco: null, pedido: null };
    const imagens = await passagens.fotos.keep(await downloadAll(linha, enderecos));
    if (imagens.length === 0) return;
    const tardia = { ...leitura, imagens, bruto: null };
    // The text of an update may have changed since: its picture proves nothing about the plate.
    if (leitura.atualiza) Object.assign(tardia, { placa: '', placaLida: '', candidatas: [] });
    await inTransaction(db, (trx) => passagens.receiveLeitura(trx, autor, tardia));
  }

  function next(): void {
    while (emCurso.size < AO_MESMO_TEMPO) {
      const tarefa = fila.shift();
      if (!tarefa) return;
      const curso = tarefa()
        .catch((err: unknown) => log.error({ err }, 'picture of a reading'))
        .finally(() => {
          emCurso.delete(curso);
          next();
        });
      emCurso.add(curso);
    }
  }

  return {
    fetch(linha, leitura, enderecos) {
      if (parada.signal.aborted || fila.length >= NA_FILA) return;
      fila.push(() => join(linha, leitura, enderecos));
      next();
    },
    async stop() {
      fila.length = 0;
      parada.abort();
      await Promise.all(emCurso);
    },
  };
}
