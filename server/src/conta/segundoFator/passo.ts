/** The second step of signing in: one more proof after the first one. */
import type { Conta } from '@unipark/contract/conta';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { audit } from '../../platform/audit.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inEssential, type Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { CallOrigin, LoginReply, ServicoEntrada } from '../entrada.ts';
import {
  desafioCookie,
  PRAZO,
  readDesafio,
  readDesafioToken,
  takeDesafio,
} from '../links/desafios.ts';
import { removeDesafio } from '../links/desafiosRepo.ts';
import { hashToken } from '../links/links.ts';
import {
  findContaAtiva,
  findCredencial,
  findTentativas,
  removeTentativas,
  saveTentativas,
} from '../repo.ts';
import { findNavegador } from '../sessao/navegador.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from '../sessao/tentativas.ts';
import { oneAtATime } from '../sessao/vez.ts';

/** Wrong answers to one challenge; after them the password is asked for again. */
const MAXIMO = 10;

type PassoProof = 'totp' | 'codigo' | 'passkey';
type PassoAccount = Pick<Conta, 'id' | 'email' | 'name'>;

/** Uses the answer up, in the session's transaction; false when it was used already. */
export type TakeProof = (trx: Transacao) => Promise<boolean>;

/** Checks the answer for the account; undefined when it is wrong. */
export type CheckProof = (conta: PassoAccount) => Promise<TakeProof | undefined>;

const expired = (): Problem => new Problem(401, 'desafio-vencido', TEXTOS_CONTA.desafioVencido);

const refused = (prova: PassoProof): Problem =>
  prova === 'passkey'
    ? new Problem(401, 'chave-recusada', TEXTOS_CONTA.chaveRecusada)
    : new Problem(401, 'codigo-invalido', TEXTOS_CONTA.codigoInvalido);

interface Deps {
  db: Banco;
  segredo: string;
  entrada: ServicoEntrada;
}

export function passoService({ db, segredo, entrada }: Deps) {
  const cookieOf = ({ headers }: CallOrigin): string => headers.get('cookie') ?? '';
  const tokenOf = (de: CallOrigin): string =>
    readDesafioToken('segundo-fator', cookieOf(de), entrada);

  /** The account of this browser's challenge. @throws 401 when there is none, or it has expired */
  async function findPessoa(de: CallOrigin): Promise<PassoAccount> {
    const desafio = await readDesafio(db, 'segundo-fator', tokenOf(de));
    const conta = desafio?.conta && (await findContaAtiva(db, desafio.conta));
    if (!conta) throw expired();
    return conta;
  }

  const triesKey = (token: string): string => `passo:${hashToken(token)}`;

  async function recordFailure(chave: string, id: string, de: CallOrigin, prova: PassoProof) {
    const token = tokenOf(de);
    await inEssential(db, async (trx) => {
      await countFailure(trx, chave, de.ip);
      const total = ((await findTentativas(trx, triesKey(token)))?.total ?? 0) + 1;
      const ate = nowMs() + PRAZO['segundo-fator'];
      await saveTentativas(trx, triesKey(token), { total, ate });
      if (total >= MAXIMO) await removeDesafio(trx, hashToken(token));
      const ato = {
        acao: 'entrada-recusada',
        entidade: 'conta',
        chave: id,
        motivo: prova,
      } as const;
      await audit(trx, de.autor, ato);
    });
  }

  return {
    findPessoa,

    /** The session, for the right answer. @throws 401 for a wrong or late one, 429 for too many */
    async enter(de: CallOrigin, prova: PassoProof, conferir: CheckProof): Promise<LoginReply> {
      const { id, email } = await findPessoa(de);
      // As with passwords: a browser that signed in before has its own count.
      const hash = (await findCredencial(db, email))?.senha ?? null;
      const navegador = findNavegador(segredo, { email, hash }, cookieOf(de));
      const chave = contaKey(`segundo-fator:${email}`, navegador);
      return oneAtATime(chave, async () => {
        await checkThrottle(db, chave, navegador === '' ? de.ip : null);
        // Read again: while this answer waited, another may have used the challenge up.
        const conta = await findPessoa(de);
        const tomar = await conferir(conta);
        const aberta =
          tomar &&
          (await inEssential(db, async (trx) => {
            if (!(await tomar(trx))) return undefined;
            const desafio = await takeDesafio(trx, 'segundo-fator', tokenOf(de));
            if (!desafio) throw expired();
            await forgetFailures(trx, chave);
            await removeTentativas(trx, triesKey(tokenOf(de)));
            return entrada.enterFully(trx, id, de, prova, desafio.dados);
          }));
        if (!aberta) {
          await recordFailure(chave, id, de, prova);
          throw refused(prova);
        }
        const { acesso, cookies } = await entrada.answer(aberta);
        const fim = desafioCookie('segundo-fator', '', { seguro: entrada.seguro });
        return { acesso, cookies: [...cookies, fim] };
      });
    },
  };
}
