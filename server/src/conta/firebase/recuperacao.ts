/** Asks the provider to mail a link to a new password: after the answer, so that nothing shows. */
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigFirebase } from '../../config/identidade.ts';
import { audit } from '../../platform/audit.ts';
import { readUpTo } from '../../platform/body.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { findPorEmail } from '../cadastro/repo.ts';
import type { PedirRecuperacao } from '../senha/recuperacao.ts';
import { countCall, countLetter, WINDOWS } from '../sessao/tentativas.ts';

const PRAZO = 4_000;
const TAMANHO_MAXIMO = 16 * 1024;
const SIMULTANEAS = 20;

const POR_ENDERECO = 30;
const POR_EMAIL = 3;

/** No fault of anybody's: nobody has that address, and whoever asked must not learn it. */
const DESCONHECIDO = 'EMAIL_NOT_FOUND';

/** The provider's own word for what went wrong, such as QUOTA_EXCEEDED. */
async function reasonOf(resposta: Response): Promise<string> {
  const { error } = JSON.parse(String(await readUpTo(resposta, TAMANHO_MAXIMO))) as {
    error?: { message?: unknown };
  };
  return /^[A-Z_]{1,64}/.exec(String(error?.message))?.[0] ?? '';
}

interface Deps {
  db: Banco;
  config: Pick<ConfigFirebase, 'apiUrl' | 'apiKey'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The provider's way back from a forgotten password, in the place of our own mail. */
export function createRecuperacao({ db, config, log }: Deps) {
  const { apiUrl, apiKey } = config;
  const endereco = new URL(`${apiUrl.pathname.replace(/\/$/, '')}/v1/accounts:sendOobCode`, apiUrl);
  endereco.searchParams.set('key', apiKey);
  const fim = new AbortController();
  const emCurso = new Set<Promise<void>>();

  async function send(email: string): Promise<void> {
    const resposta = await fetch(endereco, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-firebase-locale': 'pt-BR' },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
      redirect: 'error',
      signal: AbortSignal.any([fim.signal, AbortSignal.timeout(PRAZO)]),
    });
    if (resposta.ok) {
      await resposta.body?.cancel();
      return;
    }
    const motivo = await reasonOf(resposta);
    if (motivo !== DESCONHECIDO) log.warn({ status: resposta.status, motivo }, 'recovery refused');
  }

  /** Answers at once, whatever becomes of it; a failure is a line in the log, without the address. */
  function sendLater(email: string): void {
    if (emCurso.size >= SIMULTANEAS) {
      log.warn('recovery not asked for: too many at once');
      return;
    }
    const pedido = send(email)
      .catch((error: Error) => log.warn({ motivo: error.name }, 'recovery not asked for'))
      .finally(() => emCurso.delete(pedido));
    emCurso.add(pedido);
  }

  /** Known, unknown or asked too often: the same answer. @throws 429 for an address that asks all the time */
  const ask: PedirRecuperacao = async (escrito, de) => {
    const email = normalizeEmail(escrito);
    const escreve = await inTransaction(db, async (trx) => {
      await countCall(trx, 'recuperar', de.ip, POR_ENDERECO, WINDOWS.hora);
      const conta = await findPorEmail(trx, email);
      const ato = { acao: 'pedir-senha', entidade: 'conta', chave: conta?.id ?? '' };
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
      return countLetter(trx, 'recuperar', email, POR_EMAIL, WINDOWS.hora);
    });
    if (escreve) sendLater(email);
  };

  return {
    ask,

    /** Gives up what is under way. */
    async stop(): Promise<void> {
      fim.abort();
      await Promise.all(emCurso);
    },
  };
}
