/** The second step of signing in: who has proved the first answers one more question. */
import type { Conta } from '@unipark/contract/conta';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { Chamada, Resposta, ServicoEntrada } from '../entrada.ts';
import { desafioCookie, desafioOf, PRAZO, readDesafio, takeDesafio } from '../links/desafios.ts';
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

/** Wrong answers to one question; then the password is asked for again. */
const MAXIMO = 10;

type Prova = 'totp' | 'codigo' | 'passkey';
type ContaDoPasso = Pick<Conta, 'id' | 'email' | 'name'>;

/** Uses the answer up, in the transaction that opens the session; false when somebody was faster. */
export type Tomar = (trx: Transacao) => Promise<boolean>;

/** Holds an answer against the account; undefined when it is wrong. */
export type Conferir = (conta: ContaDoPasso) => Promise<Tomar | undefined>;

const expired = (): Problem => new Problem(401, 'desafio-vencido', TEXTOS_CONTA.desafioVencido);

const refused = (prova: Prova): Problem =>
  prova === 'passkey'
    ? new Problem(401, 'chave-recusada', TEXTOS_CONTA.chaveRecusada)
    : new Problem(401, 'codigo-invalido', TEXTOS_CONTA.codigoInvalido);

interface Deps {
  db: Banco;
  segredo: string;
  entrada: ServicoEntrada;
}

/** One way through the step, whatever the answer is made of. */
export function passoService({ db, segredo, entrada }: Deps) {
  const cookieOf = ({ headers }: Chamada): string => headers.get('cookie') ?? '';
  const tokenOf = (de: Chamada): string => desafioOf('segundo-fator', cookieOf(de), entrada);

  /** Whose question this browser holds. @throws 401 when there is none, or it is too late */
  async function findPessoa(de: Chamada): Promise<ContaDoPasso> {
    const desafio = await readDesafio(db, 'segundo-fator', tokenOf(de));
    const conta = desafio?.conta && (await findContaAtiva(db, desafio.conta));
    if (!conta) throw expired();
    return conta;
  }

  const triesKey = (token: string): string => `passo:${hashToken(token)}`;

  async function recordFailure(chave: string, id: string, de: Chamada, prova: Prova) {
    const token = tokenOf(de);
    await inTransaction(db, async (trx) => {
      await countFailure(trx, chave, de.ip);
      const total = ((await findTentativas(trx, triesKey(token)))?.total ?? 0) + 1;
      const ate = Date.now() + PRAZO['segundo-fator'];
      await saveTentativas(trx, triesKey(token), { total, ate });
      if (total >= MAXIMO) await removeDesafio(trx, hashToken(token));
      const ato = { acao: 'entrada-recusada', entidade: 'conta', chave: id, motivo: prova };
      await audit(trx, de.autor, ato);
    });
  }

  return {
    findPessoa,

    /** The session, for the right answer. @throws 401 for a wrong or late one, 429 for too many */
    async enter(de: Chamada, prova: Prova, conferir: Conferir): Promise<Resposta> {
      const { id, email } = await findPessoa(de);
      // As with passwords: a browser that signed in before has a count of its own.
      const hash = (await findCredencial(db, email))?.password ?? null;
      const navegador = findNavegador(segredo, { email, hash }, cookieOf(de));
      const chave = contaKey(`segundo-fator:${email}`, navegador);
      return oneAtATime(chave, async () => {
        await checkThrottle(db, chave, navegador === '' ? de.ip : null);
        // Asked again: while this answer waited its turn, another may have been the last.
        const conta = await findPessoa(de);
        const tomar = await conferir(conta);
        const aberta =
          tomar &&
          (await inTransaction(db, async (trx) => {
            if (!(await tomar(trx))) return undefined;
            const desafio = await takeDesafio(trx, 'segundo-fator', tokenOf(de));
            if (!desafio) throw expired();
            await forgetFailures(trx, chave);
            await removeTentativas(trx, triesKey(tokenOf(de)));
            return entrada.open(trx, id, de, prova, desafio.dados);
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
