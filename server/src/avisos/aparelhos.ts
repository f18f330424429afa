/** A person's own devices: added, changed and removed with their audit row. */
import { createHash, ECDH } from 'node:crypto';
import type { Aparelho, NovoAparelho, Silencio } from '@unipark/contract/aviso';
import { type Autor, audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import type { AjustesDeAvisos } from './ajustes.ts';
import * as repo from './repo.ts';
import { isServico } from './servicos.ts';

/** At most so many of an account: each is one more request for every alarm. */
const MAXIMO = 10;

interface AparelhosDeps {
  db: Banco;
  ajustes: AjustesDeAvisos;
  clock: Clock;
  /** Hosts of push services besides the known ones. */
  servicos: readonly string[];
}

/** Who subscribes: the account, its session and its browser. */
export interface Assinante {
  autor: Autor;
  conta: string;
  sid: string;
  agente: string | null;
}

const missingAparelho = () => notFound('Este aparelho não está na sua lista.');
const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

const silencioOf = ({ silencio_de: de, silencio_ate: ate }: repo.AparelhoRow): Silencio | null =>
  de !== null && ate !== null ? { de, ate } : null;

const columnsOf = (silencio: Silencio | null) => ({
  silencio_de: silencio?.de ?? null,
  silencio_ate: silencio?.ate ?? null,
});

function toAparelho(row: repo.AparelhoRow): Aparelho {
  const { id, agente, criado_em, enviado_em, pausado_ate } = row;
  return { id, agente, silencio: silencioOf(row), criado_em, enviado_em, pausado_ate };
}

/** @throws {Problem} 400 for a key that is no point of the curve: nothing can be encrypted to it */
function checkKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalid({ p256dh: 'Chave do navegador inválida.' });
  }
}

export function aparelhosService({ db, ajustes, clock, servicos }: AparelhosDeps) {
  async function getOwn(trx: Transacao, conta: string, id: string): Promise<repo.AparelhoRow> {
    const aparelho = await repo.findAparelho(trx, id);
    if (aparelho?.conta !== conta) throw missingAparelho();
    return aparelho;
  }

  /** The subscription that a renewed one replaces; only of the same account. */
  async function removeAnterior(
    trx: Transacao,
    conta: string,
    { anterior, endpoint }: NovoAparelho,
  ) {
    if (anterior === undefined || anterior === endpoint) return undefined;
    const antes = await repo.findAparelho(trx, idOf(anterior));
    if (antes?.conta !== conta) return undefined;
    await repo.removeAparelho(trx, antes.id);
    return antes;
  }

  return {
    list: async (conta: string): Promise<Aparelho[]> =>
      (await repo.listAparelhosOf(db, conta)).map(toAparelho),

    /**
     * Adds the caller's browser, or renews what is known of it. A browser that another account
     * subscribed belongs to the new account alone. @throws {Problem} 400, 409
     */
    async save({ autor, conta, sid, agente }: Assinante, novo: NovoAparelho): Promise<Aparelho> {
      const { endpoint, p256dh, auth } = novo;
      if (!isServico(endpoint, servicos)) {
        throw invalid({ endpoint: 'O serviço de avisos deste navegador não é conhecido.' });
      }
      checkKey(p256dh);
      const id = idOf(endpoint);
      const agora = clock.now().toISOString();
      return inTransaction(db, async (trx) => {
        if (!(await ajustes.findKeys())) {
          throw conflict('avisos-desligados', 'Os avisos não foram ativados pela administração.');
        }
        const anterior = await removeAnterior(trx, conta, novo);
        const silencio = anterior ? silencioOf(anterior) : novo.silencio;
        const atual = await repo.findAparelho(trx, id);
        const fixas = { conta, sid, endpoint, p256dh, auth, agente, visto_em: agora };
        if (atual?.conta === conta) {
          const depois = { ...atual, ...fixas };
          await repo.updateAparelho(trx, id, fixas);
          return toAparelho(depois);
        }
        if (atual) await repo.removeAparelho(trx, id);
        if ((await repo.listAparelhosOf(trx, conta)).length >= MAXIMO) {
          throw conflict('muitos-aparelhos', `No máximo ${MAXIMO} aparelhos: remova um deles.`);
        }
        const row = {
          ...fixas,
          ...columnsOf(silencio),
          id,
          criado_em: agora,
          enviado_em: null,
          falhas: 0,
          pausado_ate: null,
        };
        await repo.createAparelho(trx, row);
        const detalhe = { agente, silencio };
        await audit(trx, autor, { acao: 'criar', entidade: 'aparelho', chave: id, detalhe });
        return toAparelho(row);
      });
    },

    /** Changes the quiet hours. @throws {Problem} 404 */
    changeSilencio: (autor: Autor, conta: string, id: string, silencio: Silencio | null) =>
      inTransaction(db, async (trx): Promise<Aparelho> => {
        const antes = await getOwn(trx, conta, id);
        const colunas = columnsOf(silencio);
        await repo.updateAparelho(trx, id, colunas);
        const detalhe = { antes: { silencio: silencioOf(antes) }, depois: { silencio } };
        await audit(trx, autor, { acao: 'editar', entidade: 'aparelho', chave: id, detalhe });
        return toAparelho({ ...antes, ...colunas });
      }),

    /** @throws {Problem} 404 */
    remove: (autor: Autor, conta: string, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        await getOwn(trx, conta, id);
        await repo.removeAparelho(trx, id);
        await audit(trx, autor, { acao: 'excluir', entidade: 'aparelho', chave: id });
      }),
  };
}

export type AparelhosService = ReturnType<typeof aparelhosService>;
