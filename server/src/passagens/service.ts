import { NAO_CADASTRADO, type NovaPassagem, type UltimoVeiculo } from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import * as repo from './repo.ts';

/** A camera's clock may be ahead of ours by this much. */
const ADIANTADO_MS = 120_000;

export function passagensService({ db, eventos }: { db: Banco; eventos: EventLog }) {
  async function cardOf(trx: Transacao, passagem: repo.Passagem): Promise<UltimoVeiculo> {
    const [cartao] = await repo.toCards(trx, [passagem]);
    if (!cartao) throw new Error('a passage has a card');
    return cartao;
  }

  async function tell(
    trx: Transacao,
    tipo: string,
    passagem: repo.Passagem,
  ): Promise<UltimoVeiculo> {
    const cartao = await cardOf(trx, passagem);
    await eventos.append(trx, tipo, cartao);
    return cartao;
  }

  async function open(
    trx: Transacao,
    leitura: NovaPassagem,
    instante: string,
    recebido_em: string,
  ) {
    const chave = chavePlaca(leitura.placa);
    const registrado = repo.match(await repo.findRegistrados(trx, [chave]), leitura.placa);
    const nivel = registrado
      ? registrado.placa === leitura.placa
        ? 'exata'
        : 'equivalente'
      : 'nenhuma';
    const aberta = await repo.findOpen(trx, {
      chave,
      camera: leitura.camera ?? null,
      sentido: leitura.sentido ?? null,
      instante,
      teste: leitura.teste ? 1 : 0,
    });
    const passagem =
      aberta ??
      (await repo.insert(trx, {
        placa: leitura.placa,
        chave,
        camera: leitura.camera ?? null,
        sentido: leitura.sentido ?? null,
        instante,
        ultima_leitura_em: instante,
        recebido_em,
        status: registrado?.status ?? NAO_CADASTRADO,
        modelo: registrado?.modelo ?? null,
        nivel,
        teste: leitura.teste ? 1 : 0,
      }));
    return {
      passagem,
      repetida: aberta !== undefined,
      casamento: { nivel, placaCasada: registrado?.placa ?? null },
    };
  }

  return {
    /** Takes in a reading: a new passage (201), or a refined or repeated one (200). */
    async receive(trx: Transacao, autor: Autor, leitura: NovaPassagem, placaLida: string) {
      const agora = new Date();
      const instante = leitura.instante ? new Date(leitura.instante) : agora;
      if (instante.getTime() > agora.getTime() + ADIANTADO_MS) {
        throw invalid({ instante: 'instante: está no futuro. Confira o relógio da câmera.' });
      }
      const recebidoEm = agora.toISOString();
      const quando = instante.toISOString();
      const { passagem, repetida, casamento } = await open(trx, leitura, quando, recebidoEm);
      const leituraId = await repo.insertLeitura(
        trx,
        passagem,
        { ...leitura, instante: quando },
        { ...casamento, recebidoEm, placaLida },
      );
      if (!repetida) {
        await repo.refine(trx, passagem.id, { leitura_id: leituraId });
        await audit(trx, autor, {
          acao: 'registrar',
          entidade: 'passagem',
          chave: String(passagem.id),
          detalhe: {
            placa: passagem.placa,
            camera: passagem.camera,
            teste: leitura.teste === true,
          },
        });
        return { status: 201, corpo: await tell(trx, 'passagem', passagem) };
      }
      const ganhouSentido =
        passagem.sentido === null && leitura.sentido ? leitura.sentido : undefined;
      const [, ultima_leitura_em = quando] = [quando, passagem.ultima_leitura_em].sort();
      if (ganhouSentido === undefined) {
        await repo.refine(trx, passagem.id, { ultima_leitura_em });
        return { status: 200, corpo: await cardOf(trx, passagem) };
      }
      const refinada = { ...passagem, sentido: ganhouSentido, versao: passagem.versao + 1 };
      await repo.refine(trx, passagem.id, {
        ultima_leitura_em,
        sentido: ganhouSentido,
        versao: refinada.versao,
      });
      return { status: 200, corpo: await tell(trx, 'passagem-alterada', refinada) };
    },

    /** Takes a card off the live list; history and audit keep it. */
    remove(autor: Autor, id: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const passagem = /^\d{1,15}$/.test(id) ? await repo.find(trx, Number(id)) : undefined;
        if (!passagem) throw notFound('Passagem não encontrada.');
        await repo.hide(trx, passagem);
        await audit(trx, autor, {
          acao: 'retirar',
          entidade: 'passagem',
          chave: id,
          detalhe: { placa: passagem.placa },
        });
        await eventos.append(trx, 'passagem-removida', { id });
      });
    },

    /** The register changed for this car: its cards on show are told anew. */
    async repaint(trx: Transacao, chave: string): Promise<void> {
      for (const cartao of await repo.toCards(trx, await repo.onShow(trx, chave))) {
        await eventos.append(trx, 'passagem-alterada', cartao);
      }
    },
  };
}

export type PassagensService = ReturnType<typeof passagensService>;
