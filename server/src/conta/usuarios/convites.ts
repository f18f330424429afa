/** Invitations: one e-mail, one link, one use, within seven days. In every SIGNUP_MODE. */
import { TEXTOS_CONTA } from '@unipark/contract/conta';
import type { Convite, ConviteCriado } from '@unipark/contract/usuario';
import { type Autor, audit } from '../../platform/audit.ts';
import { nowIso, nowMs } from '../../platform/clock.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { newToken } from '../../platform/random.ts';
import { emailTaken, isUsableEmail, normalizeEmail } from '../cadastro/contas.ts';
import { findByEmail, type PendingPerson } from '../cadastro/repo.ts';
import { composeConvite } from '../cartas/cartas.ts';
import { hashToken } from '../links/links.ts';
import {
  type ConviteRow,
  createConviteRow,
  findConvite,
  listAbertos,
  listPassados,
  removeConvite,
  removeUnused,
} from './convitesRepo.ts';

const VALIDADE_MS = 7 * 86_400_000;

/** The number of open invitations shown, and of the others. */
const MAXIMO = 200;

export interface ConvitesDeps {
  db: Banco;
  /** null: no mail (the operator's tool), so the link is always answered. */
  correio: Pick<Correio, 'configurado' | 'send'> | null;
  endereco: EnderecoProprio;
}

const toConvite = ({ id, email, criado_em, expira_em, aceito_em }: ConviteRow): Convite => ({
  id,
  email,
  criadoEm: criado_em,
  expiraEm: expira_em,
  aceitoEm: aceito_em,
});

const isWaiting = ({ pendencia, desabilitada_em }: PendingPerson): boolean =>
  pendencia !== null && desabilitada_em === null;

export function convitesService({ db, correio, endereco }: ConvitesDeps) {
  return {
    /** The open ones first, then those accepted or expired; the newest first. */
    async list(): Promise<Convite[]> {
      const agora = nowIso();
      const abertos = await listAbertos(db, agora, MAXIMO);
      const passados = await listPassados(db, agora, MAXIMO);
      return [...abertos, ...passados].map(toConvite);
    },

    /**
     * Invites an e-mail; an earlier invitation of it stops working, so a repeated call does no
     * harm. The link is answered only without mail.
     * @throws 400, 409 when the e-mail has an account
     */
    async create(autor: Autor, escrito: string): Promise<ConviteCriado> {
      const email = normalizeEmail(escrito);
      if (!isUsableEmail(email)) throw invalid({ email: TEXTOS_CONTA.emailInvalido });
      const token = newToken();
      const link = `${endereco()}/signup#convite=${token}`;
      return inTransaction(db, async (trx) => {
        const conta = await findByEmail(trx, email);
        // A waiting account may belong to a stranger with this address: the invitation replaces it.
        if (conta && !isWaiting(conta)) throw emailTaken();
        const substituidos = await removeUnused(trx, email);
        const agora = nowMs();
        const criado_em = new Date(agora).toISOString();
        const expira_em = new Date(agora + VALIDADE_MS).toISOString();
        const linha = { email, criado_por: autor.id ?? '', criado_em, expira_em };
        const { id } = await createConviteRow(trx, { ...linha, hash: hashToken(token) });
        const detalhe = { depois: { email, expira_em }, substituidos };
        await audit(trx, autor, { acao: 'criar', entidade: 'convite', chave: String(id), detalhe });
        const convite = toConvite({ ...linha, id, aceito_em: null });
        if (!correio?.configurado) return { ...convite, enviado: false, link };
        const expiraEm = new Date(expira_em);
        await correio.send(trx, {
          para: email,
          expiraEm,
          ...composeConvite({ email, link, ate: expiraEm }),
        });
        return { ...convite, enviado: true, link: null };
      });
    },

    /** Revokes an invitation; an accepted one is only removed from the list. @throws 404 */
    remove: (autor: Autor, id: number): Promise<void> =>
      inTransaction(db, async (trx) => {
        const convite = await findConvite(trx, id);
        if (!convite)
          throw notFound('Convite não encontrado. Ele pode ter sido retirado por outra pessoa.');
        await removeConvite(trx, id);
        const detalhe = { antes: convite, depois: null };
        await audit(trx, autor, {
          acao: 'excluir',
          entidade: 'convite',
          chave: String(id),
          detalhe,
        });
      }),
  };
}
