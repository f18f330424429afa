/** Single sign-on: out to the provider, and back into a session. Pages, not calls: all is 302. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { ExternaDeps } from '../cadastro/externa.ts';
import { chamadaOf, PUBLICA } from '../chamada.ts';
import type { ServicoEntrada } from '../entrada.ts';
import {
  createDesafio,
  desafioCookie,
  desafioOf,
  readDesafio,
  takeDesafio,
} from '../links/desafios.ts';
import { countCall, WINDOWS } from '../sessao/tentativas.ts';
import { ownPath } from './caminho.ts';
import { settleConta } from './contas.ts';
import { comeBack, type Ida, isSameState, leave, readIda } from './fluxo.ts';
import { describeFault, type Provedor } from './provedor.ts';
import { Recusa } from './recusa.ts';

interface Deps extends ExternaDeps {
  db: Banco;
  entrada: ServicoEntrada;
  provedor: Provedor;
}

const RETORNO = '/api/auth/oidc/retorno';
const POR_MINUTO = 300;

const schema = { tags: ['Conta'], response: { 302: z.null() } };
/** A HEAD would use the answer up without anybody coming in. */
const PAGINA = { ...PUBLICA, exposeHeadRoute: false };

/** The login, told how it went. */
const loginWith = (como: Record<string, string>): string =>
  `/#${new URLSearchParams(Object.entries(como).filter(([, valor]) => valor !== ''))}`;

/** Links and redirects only: no page of another site may call these behind somebody's back. */
function requireNavigation(request: FastifyRequest): void {
  const modo = request.headers['sec-fetch-mode'];
  if (modo === undefined || modo === 'navigate') return;
  throw new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');
}

/** The query as it came: its names may repeat, and the provider adds what it likes. */
const queryOf = ({ raw }: FastifyRequest): string => raw.url?.split('?')[1] ?? '';

/** GET /api/auth/oidc/entrar and /api/auth/oidc/retorno. */
export function oidcRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { db, entrada, endereco, provedor } = deps;
  const cookieOf = (token: string): string =>
    desafioCookie('oidc', token, { seguro: entrada.seguro, sameSite: 'Lax' });

  const count = (request: FastifyRequest): Promise<void> =>
    inTransaction(db, (trx) => countCall(trx, 'oidc', request.ip, POR_MINUTO, WINDOWS.minuto));

  /** Whatever went wrong ends on the login with its code; what we did not foresee is logged. */
  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, de = '') {
    if (error instanceof Problem && error.status === 429) {
      reply.headers(error.extras.headers ?? {});
      return reply.redirect(loginWith({ erro: 'tentativas', de }));
    }
    if (!(error instanceof Recusa)) throw error;
    if (error.codigo === 'provedor') {
      request.log.warn(describeFault(error.cause), 'single sign-on was refused');
    }
    return reply.redirect(loginWith({ erro: error.codigo, de }));
  }

  /** The question that this answer belongs to, asked no more. @throws {Recusa} 'estado' */
  async function takeIda(request: FastifyRequest): Promise<Ida> {
    const token = desafioOf('oidc', request.headers.cookie ?? '', entrada);
    const desafio = await readDesafio(db, 'oidc', token);
    const state = new URLSearchParams(queryOf(request)).getAll('state');
    const ida = desafio && readIda(desafio.dados);
    // A state of somebody else's making leaves the question open for its own answer.
    if (!ida || state.length !== 1 || !isSameState(state[0] ?? '', ida.state)) {
      throw new Recusa('estado');
    }
    if (!(await inTransaction(db, (trx) => takeDesafio(trx, 'oidc', token)))) {
      throw new Recusa('estado');
    }
    return ida;
  }

  async function enter(request: FastifyRequest, ida: Ida) {
    const volta = new URL(`${endereco()}${RETORNO}?${queryOf(request)}`);
    const quem = await comeBack(provedor, volta, ida);
    const chamada = chamadaOf(request);
    const entrou = await inTransaction(db, async (trx) => {
      const { id, espera } = await settleConta(trx, deps, quem, chamada);
      return espera ? undefined : entrada.enter(trx, id, chamada, 'oidc');
    });
    if (!entrou) throw new Recusa('aguarda');
    return entrada.answerEntrou(entrou);
  }

  return async (app) => {
    app.get('/api/auth/oidc/entrar', { ...PAGINA, schema }, async (request, reply) => {
      requireNavigation(request);
      const casa = new URL(endereco());
      const de = ownPath(new URLSearchParams(queryOf(request)).get('de') ?? undefined);
      // The cookie has to be of the host that the provider comes back to.
      if (new URL(`${casa.protocol}//${request.host}`).host !== casa.host) {
        const query = de && `?${new URLSearchParams({ de })}`;
        return reply.redirect(`${casa.origin}/api/auth/oidc/entrar${query}`);
      }
      try {
        await count(request);
        const ida = await leave(provedor, `${casa.origin}${RETORNO}`, de);
        const dados = JSON.stringify(ida.ida);
        const token = await inTransaction(db, (trx) =>
          createDesafio(trx, 'oidc', { conta: null, dados }),
        );
        reply.header('set-cookie', cookieOf(token));
        return reply.redirect(ida.endereco);
      } catch (error) {
        return refuse(request, reply, error, de);
      }
    });

    app.get(RETORNO, { ...PAGINA, schema }, async (request, reply) => {
      requireNavigation(request);
      let de = '';
      try {
        await count(request);
        const ida = await takeIda(request);
        de = ida.de;
        reply.header('set-cookie', cookieOf(''));
        const { acesso, cookies } = await enter(request, ida);
        reply.header('set-cookie', cookies);
        // What the page needs it asks for with the cookie: no token travels in an address.
        const como = acesso.token === null ? { 'segundo-fator': acesso.segundoFator.join() } : null;
        return reply.redirect(como ? loginWith({ ...como, de }) : `/#entrar${deepLink(de)}`);
      } catch (error) {
        return refuse(request, reply, error, de);
      }
    });
  };
}

const deepLink = (de: string): string => (de === '' ? '' : `&${new URLSearchParams({ de })}`);
