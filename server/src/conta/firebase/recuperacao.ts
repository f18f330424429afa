/** Recovery by the provider, asked for after the answer was sent: its time shows nothing. */
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigFirebase } from '../../config/identidade.ts';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { fetchUpTo } from '../../platform/outbound/body.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { findByEmail } from '../cadastro/repo.ts';
import type { PedirRecuperacao } from '../senha/recuperacao.ts';
import { checkCalls, countCall, countLetter, WINDOWS } from '../sessao/tentativas.ts';

const PRAZO = 4_000;
const TAMANHO_MAXIMO = 16 * 1024;
const SIMULTANEAS = 20;

const POR_ENDERECO = 30;
const POR_EMAIL = 3;

/** The address has no account. This is not an error, and the caller must not learn it. */
const DESCONHECIDO = 'EMAIL_NOT_FOUND';

/** The provider's code of the error, such as QUOTA_EXCEEDED. */
async function reasonOf(resposta: Response): Promise<string> {
  const { error } = (await resposta.json()) as { error?: { message?: unknown } };
  return /^[A-Z_]{1,64}/.exec(String(error?.message))?.[0] ?? '';
}

interface Deps {
  db: Banco;
  config: Pick<ConfigFirebase, 'apiUrl' | 'apiKey'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function createRecuperacao({ db, config, log }: Deps) {
  const { apiUrl, apiKey } = config;
  const endereco = new URL(`${apiUrl.pathname.replace(/\/$/, '')}/v1/accounts:sendOobCode`, apiUrl);
  endereco.searchParams.set('key', apiKey);
  const fim = new AbortController();
  const emCurso = new Set<Promise<void>>();

  async function send(email: string): Promise<void> {
    const opcoes = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-firebase-locale': 'pt-BR' },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
      signal: AbortSignal.any([fim.signal, AbortSignal.timeout(PRAZO)]),
    };
    const resposta = await fetchUpTo(endereco, opcoes, TAMANHO_MAXIMO);
    if (resposta.ok) return;
    const motivo = await reasonOf(resposta);
    if (motivo !== DESCONHECIDO) log.warn({ status: resposta.status, motivo }, 'recovery refused');
  }

  /** Returns at once; a failure is a line in the log, without the address. */
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

  /**
   * The same answer for known, unknown and too often asked addresses. @throws 429 for a caller that
   * asks too often
   */
  const ask: PedirRecuperacao = async (escrito, de) => {
    const email = normalizeEmail(escrito);
    const limite = ['recuperar', de.ip, POR_ENDERECO, WINDOWS.hora] as const;
    await checkCalls(db, limite);
    const escreve = await inTransaction(db, async (trx) => {
      await countCall(trx, limite);
      const conta = await findByEmail(trx, email);
      const ato = { acao: 'pedir-senha', entidade: 'conta', chave: conta?.id ?? '' } as const;
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
      return countLetter(trx, 'recuperar', email, POR_EMAIL, WINDOWS.hora);
    });
    if (escreve) sendLater(email);
  };

  return {
    ask,

    /** Cancels requests in progress. */
    async stop(): Promise<void> {
      fim.abort();
      await Promise.all(emCurso);
    },
  };
}
