/** Links for visitors: made and revoked by staff, filled in without an account. */
import {
  LINKS_MAXIMO,
  type LinkVisita,
  type NovoLinkVisita,
  type VisitaAnunciada,
  type VisitaConfirmada,
  type VisitaPreenchida,
} from '@unipark/contract/linkVisita';
import { hashToken } from '../conta/links/links.ts';
import { countFirst, WINDOWS } from '../conta/sessao/tentativas.ts';
import { type Autor, audit } from '../platform/audit.ts';
import { nowIso } from '../platform/clock.ts';
import { inTransaction, type Queryable, type Transacao } from '../platform/db/banco.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import type { EnderecoProprio } from '../platform/http/origin.ts';
import { newToken } from '../platform/random.ts';
import type { LinkVisitaRow } from './linksRepo.ts';
import * as repo from './linksRepo.ts';
import { createPasse, type VisitantesDeps } from './service.ts';

export interface LinksVisitaDeps extends VisitantesDeps {
  endereco: EnderecoProprio;
}

/** Unknown tokens a minute of one address. Calls with a link are not counted: a campus has one address. */
const DESCONHECIDOS = 60;

const toLink = ({ id, revogado_em: _, ...outros }: LinkVisitaRow): LinkVisita => ({
  id: String(id),
  ...outros,
});

const announce = ({ anfitriao, destino, de, ate }: LinkVisitaRow): VisitaAnunciada => ({
  ...{ anfitriao, destino, de, ate },
});

const missing = () => notFound('Este link não existe. Peça outro a quem convidou você.');

/** @throws 404 for a token that no link has */
async function getByToken(db: Queryable, token: string): Promise<LinkVisitaRow> {
  const link = await repo.findLinkByHash(db, hashToken(token));
  if (!link) throw missing();
  return link;
}

const usedUp = () =>
  conflict(
    'link-usado',
    'Este link já foi usado. Se foi você, o seu passe já está na portaria; se não, peça outro link.',
  );

/** @throws 409 with the reason why it cannot be filled in any more */
function checkOpen({ revogado_em, ate, usos, usos_maximo }: LinkVisitaRow): void {
  if (revogado_em !== null) {
    throw conflict('link-revogado', 'Este link foi cancelado. Fale com quem convidou você.');
  }
  if (ate <= nowIso()) {
    throw conflict(
      'link-encerrado',
      'O prazo deste link terminou. Peça outro a quem convidou você.',
    );
  }
  if (usos >= usos_maximo) throw usedUp();
}

export function createLinksVisita({ db, onChange, endereco }: LinksVisitaDeps) {
  /** @throws 404 for a token that no link has; 429 after many of one address */
  async function findKnown(ip: string, token: string): Promise<LinkVisitaRow> {
    const link = await repo.findLinkByHash(db, hashToken(token));
    if (link) return link;
    await countFirst(db, ['visita', ip, DESCONHECIDOS, WINDOWS.minuto]);
    throw missing();
  }

  return {
    list: async (): Promise<LinkVisita[]> =>
      (await repo.listOpenLinks(db, LINKS_MAXIMO)).map(toLink),

    /**
     * Within `trx`; with the address, which is not stored.
     * @throws 400 for a period that has passed, 409 with too many open links
     */
    async create(trx: Transacao, autor: Autor, novo: NovoLinkVisita) {
      if (novo.ate <= nowIso()) throw invalid({ ate: 'Até: escolha uma hora que não passou.' });
      if ((await repo.listOpenLinks(trx, LINKS_MAXIMO)).length >= LINKS_MAXIMO) {
        const frase = `Há ${LINKS_MAXIMO} links abertos. Cancele um antes de criar outro.`;
        throw conflict('muitos-links', frase);
      }
      const token = newToken();
      const link = toLink(await repo.createLinkRow(trx, novo, hashToken(token)));
      await audit(trx, autor, {
        acao: 'criar',
        entidade: 'link_visita',
        chave: link.id,
        detalhe: { depois: novo },
      });
      return { link, endereco: `${endereco()}/visita#token=${token}` };
    },

    /** The passes that came of it stay. @throws 404, 409 when it was revoked before */
    revoke: (autor: Autor, id: number): Promise<void> =>
      inTransaction(db, async (trx) => {
        const link = await repo.findLink(trx, id);
        if (!link) throw notFound('Link não encontrado.');
        if (link.revogado_em !== null) {
          throw conflict('link-revogado', 'Este link já foi cancelado.');
        }
        await repo.endLink(trx, id);
        const { usos } = link;
        await audit(trx, autor, {
          acao: 'cancelar',
          entidade: 'link_visita',
          chave: String(id),
          detalhe: { usos },
        });
      }),

    /** What a visitor sees before filling it in. @throws 404, 409, 429 */
    async read(ip: string, token: string): Promise<VisitaAnunciada> {
      const link = await findKnown(ip, token);
      checkOpen(link);
      return announce(link);
    },

    /**
     * Makes the pass of a visitor. The answer is the same for every plate, registered or not; and a
     * repeated call of the same person takes no second place. @throws 404, 409, 429
     */
    async fill(
      autor: Autor,
      ip: string,
      { token, nome, placa }: VisitaPreenchida,
    ): Promise<VisitaConfirmada> {
      await findKnown(ip, token);
      return inTransaction(db, async (trx) => {
        const link = await getByToken(trx, token);
        const feito = await repo.findRepeated(trx, link.id, placa, nome);
        if (feito) return feito;
        checkOpen(link);
        if (await repo.hasCancelled(trx, link.id, placa)) {
          const frase = 'O passe desta placa foi cancelado. Fale com quem convidou você.';
          throw conflict('passe-cancelado', frase);
        }
        if (!(await repo.countUse(trx, link.id))) throw usedUp();
        const agora = nowIso();
        const visita = { ...announce(link), de: link.de > agora ? link.de : agora };
        await createPasse(trx, autor, { onChange }, { ...visita, nome, placa }, link.id);
        return { ...visita, nome, placa };
      });
    },
  };
}
