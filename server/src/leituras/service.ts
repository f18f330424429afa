/** What becomes of a message: readings kept in one transaction, or quarantine with its reason. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import type { FastifyBaseLogger } from 'fastify';
import type { Movimento } from '../dispositivos/movimento.ts';
import { addSample } from '../dispositivos/relogio.ts';
import * as dispositivos from '../dispositivos/repo.ts';
import type { Leitura } from '../passagens/leitura.ts';
import type { PassagensService } from '../passagens/service.ts';
import type { Autor } from '../platform/audit.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { Problem } from '../platform/errors.ts';
import { deviceTime, PLACA_LONGA, refusal, toLeitura } from './conversao.ts';
import { Ilegivel, type LeituraLida, type Mensagem } from './dialeto.ts';
import { DIALETOS_SERVIDOS } from './dialetos/todos.ts';
import type { Busca } from './imagens.ts';
import { quarantineText, rawOf } from './limpeza.ts';
import * as repo from './repo.ts';

const DIAS_BRUTO = 7;

type Linha = dispositivos.Linha;

/** A message with what has to stay out of what is kept of it. */
export interface Chegada {
  dispositivo: Linha;
  corpo: Buffer;
  tipoConteudo: string | null;
  segredos: string[];
  autor: Autor;
}

/** A message that was understood. */
export type Lida =
  | { tipo: 'ignorar'; motivo: string }
  | { tipo: 'leituras'; leituras: LeituraLida[]; escala: number | null };

export interface Guardada {
  passagem: UltimoVeiculo;
  nova: boolean;
}

interface Deps {
  db: Banco;
  passagens: PassagensService;
  movimento: Movimento;
  busca: Busca;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function leiturasService({ db, passagens, movimento, busca, log }: Deps) {
  /** @throws {Ilegivel} whatever a message holds that no adapter foresaw */
  function interpret(dispositivo: Linha, mensagem: Mensagem) {
    const { dialeto, fuso, escala } = dispositivo;
    try {
      return DIALETOS_SERVIDOS[dialeto].ler(mensagem, { fuso, escala });
    } catch (err) {
      if (err instanceof Ilegivel) throw err;
      log.error({ err, dialeto }, 'adapter');
      throw new Ilegivel('A mensagem não pôde ser lida.');
    }
  }

  async function keepOne(
    trx: Transacao,
    linha: Linha,
    lida: LeituraLida,
    { autor, recebido, bruto }: { autor: Autor; recebido: Date; bruto: string | null },
  ): Promise<{ guardada: Guardada; leitura: Leitura }> {
    const hora = lida.retransmissao ? null : deviceTime(lida);
    const amostras: number[] = JSON.parse(linha.desvios);
    const desvios = hora ? addSample(amostras, recebido.getTime() - hora.getTime()) : amostras;
    linha.desvios = JSON.stringify(desvios);
    const leitura = toLeitura(lida, linha, { recebido, desvios, bruto });
    return { guardada: await passagens.receber(trx, autor, leitura), leitura };
  }

  return {
    /**
     * What a message says, of which only readings worth keeping are left.
     * @throws {Ilegivel} a message that cannot be understood
     */
    read(dispositivo: Linha, mensagem: Mensagem): Lida {
      const resultado = interpret(dispositivo, mensagem);
      if (resultado.tipo === 'ignorar') return resultado;
      const recusas = resultado.leituras.map((lida) => refusal(lida, dispositivo));
      const leituras = resultado.leituras.filter((_, i) => recusas[i] === null);
      if (leituras.length === 0) {
        if (recusas.includes(PLACA_LONGA)) throw new Ilegivel(PLACA_LONGA, { placa: PLACA_LONGA });
        return { tipo: 'ignorar', motivo: recusas[0] ?? 'Nenhuma leitura na mensagem.' };
      }
      return { tipo: 'leituras', leituras, escala: resultado.escala ?? null };
    },

    /** Keeps the readings; on disk once `trx` is. @throws {Problem} 403 when the device went away */
    async keep(
      trx: Transacao,
      { dispositivo: { id }, autor, segredos }: Chegada,
      mensagem: Mensagem,
      { leituras, escala }: Extract<Lida, { tipo: 'leituras' }>,
    ): Promise<Guardada[]> {
      const linha = await dispositivos.find(trx, id);
      if (!linha?.ativo) {
        throw new Problem(403, 'dispositivo-desativado', 'Este dispositivo está desativado.');
      }
      const recebido = new Date();
      const guardadas: Guardada[] = [];
      let bruto: string | null = rawOf(mensagem.partes, segredos);
      for (const lida of leituras) {
        const { guardada, leitura } = await keepOne(trx, linha, lida, { autor, recebido, bruto });
        guardadas.push(guardada);
        // Readings of one message share its body: it is kept once.
        bruto = null;
        if (lida.enderecosImagem.length > 0) {
          afterCommit(trx, () => busca.fetch(linha, leitura, lida.enderecosImagem));
        }
      }
      await dispositivos.update(trx, id, {
        desvios: linha.desvios,
        ultima_leitura_em: recebido.toISOString(),
        ...(escala !== null && { escala }),
      });
      afterCommit(trx, () => movimento.note(id, 'leituras', { vezes: leituras.length }));
      return guardadas;
    },

    /** A message that is none of ours is counted. */
    ignore: ({ dispositivo }: Chegada): void => movimento.note(dispositivo.id, 'ignoradas'),

    /** Keeps what could not be understood, with the reason. */
    async quarantine(
      { dispositivo, corpo, tipoConteudo, segredos }: Chegada,
      motivo: string,
    ): Promise<void> {
      movimento.note(dispositivo.id, 'recusadas', { erro: motivo });
      await inTransaction(db, (trx) =>
        dispositivos.quarantine(trx, {
          dispositivo: dispositivo.id,
          dialeto: dispositivo.dialeto,
          motivo,
          tipo_conteudo: tipoConteudo?.slice(0, 200) ?? null,
          tamanho: corpo.length,
          corpo: quarantineText(corpo, segredos),
          recebido_em: new Date().toISOString(),
        }),
      );
    },

    /** A message refused as it is (too large, of a wrong type): counted, and said on the page. */
    refuse: ({ dispositivo }: Chegada, motivo: string): void =>
      movimento.note(dispositivo.id, 'recusadas', { erro: motivo }),

    /** Erases bodies that are past their time. For the hourly housekeeping. */
    prune: (): Promise<void> =>
      repo.forgetRaw(db, new Date(Date.now() - DIAS_BRUTO * 86_400_000).toISOString()),
  };
}

export type LeiturasService = ReturnType<typeof leiturasService>;
