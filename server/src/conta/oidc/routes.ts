/** Single sign-on, there and back into a session. These are pages: every answer is 302. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { normalizeAuthority } from '../../platform/http/origin.ts';
import { isSameSecret } from '../../platform/random.ts';
import type { ExternaDeps } from '../cadastro/externa.ts';
import { PUBLICA, readChamada } from '../chamada.ts';
import type { ServicoEntrada } from '../entrada.ts';
import {
  createDesafio,
  desafioCookie,
  readDesafio,
  readDesafioToken,
  takeDesafio,
} from '../links/desafios.ts';
import { countFirst, WINDOWS } from '../sessao/tentativas.ts';
import { settleConta } from './contas.ts';
import { comeBack, leave, type OidcDeparture, readIda } from './fluxo.ts';
import { describeFault, type OidcProvider } from './provedor.ts';
import { OidcRefusal } from './recusa.ts';

interface Deps extends ExternaDeps {
  db: Banco;
  entrada: ServicoEntrada;
  provedor: OidcProvider;
}

const RETORNO = '/api/auth/oidc/retorno';
const POR_MINUTO = 300;

const buildSchema = (summary: string) => ({
  tags: ['Conta'],
  summary,
  response: { 302: z.null() },
});
/** A HEAD would use the answer up without opening a session. */
const PAGINA = { ...PUBLICA, exposeHeadRoute: false };

const AQUI = 'http://aqui.invalid';
const CAMINHO_MAXIMO = 500;

/**
 * The path of our own page to return to, or ''. An address that a browser reads as another site's
 * (`//x`, `/\x`, `https:x`, a tab in between) is refused.
 */
function ownPath(pedido: string | undefined): string {
  if (
    !pedido ||
    pedido.length > CAMINHO_MAXIMO ||
    !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(pedido)
  ) {
    return '';
  }
  const url = URL.canParse(pedido, AQUI) ? new URL(pedido, AQUI) : undefined;
  // Dot segments may produce a second slash, so the path is kept as a browser resolves it.
  const lido = url?.origin === AQUI ? url.pathname + url.search : '';
  return /^\/[^/\\]/.test(lido) ? lido : '';
}

/** The login page with the result of the sign-in. */
const loginWith = (como: Record<string, string>): string =>
  `/#${new URLSearchParams(Object.entries(como).filter(([, valor]) => valor !== ''))}`;

/** Only links and redirects: another site's page cannot call these in the background. */
function requireNavigation(request: FastifyRequest): void {
  const modo = request.headers['sec-fetch-mode'];
  if (modo === undefined || modo === 'navigate') return;
  throw new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');
}

/** The raw query: names may repeat, and the provider may add parameters. */
const queryOf = ({ raw }: FastifyRequest): string => raw.url?.split('?')[1] ?? '';

export function oidcRoutes(deps: Deps): FastifyPluginAsyncZod {
  const { db, entrada, endereco, provedor } = deps;
  const cookieOf = (token: string): string =>
    desafioCookie('oidc', token, { seguro: entrada.seguro, sameSite: 'Lax' });

  const count = (request: FastifyRequest): Promise<void> =>
    countFirst(db, ['oidc', request.ip, POR_MINUTO, WINDOWS.minuto]);

  /** Every failure leads to the login page with its code; an unexpected one is logged. */
  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, de = '') {
    if (error instanceof Problem && error.status === 429) {
      reply.headers(error.extras.headers ?? {});
      return reply.redirect(loginWith({ erro: 'tentativas', de }));
    }
    if (!(error instanceof OidcRefusal)) throw error;
    if (error.codigo === 'provedor') {
      request.log.warn(describeFault(error.cause), 'single sign-on was refused');
    }
    return reply.redirect(loginWith({ erro: error.codigo, de }));
  }

  /** Takes the challenge of this answer. @throws {OidcRefusal} 'estado' */
  async function takeIda(request: FastifyRequest): Promise<OidcDeparture> {
    const token = readDesafioToken('oidc', request.headers.cookie ?? '', entrada);
    const desafio = await readDesafio(db, 'oidc', token);
    const state = new URLSearchParams(queryOf(request)).getAll('state');
    const ida = desafio && readIda(desafio.dados);
    // A forged state leaves the challenge open for its own answer.
    if (!ida || state.length !== 1 || !isSameSecret(state[0] ?? '', ida.state)) {
      throw new OidcRefusal('estado');
    }
    if (!(await inEssential(db, (trx) => takeDesafio(trx, 'oidc', token)))) {
      throw new OidcRefusal('estado');
    }
    return ida;
  }

  async function enter(request: FastifyRequest, ida: OidcDeparture) {
    const volta = new URL(`${endereco()}${RETORNO}?${queryOf(request)}`);
    const quem = await comeBack(provedor, volta, ida);
    const chamada = readChamada(request);
    const entrou = await inEssential(db, async (trx) => {
      const { id, espera } = await settleConta(trx, deps, quem, chamada);
      return espera ? undefined : entrada.enter(trx, id, chamada, 'oidc');
    });
    if (!entrou) throw new OidcRefusal('aguarda');
    return entrada.answerEntrou(entrou);
  }

  return async (app) => {
    const entrar = buildSchema('Começa a entrada pelo provedor da instituição');
    app.get('/api/auth/oidc/entrar', { ...PAGINA, schema: entrar }, async (request, reply) => {
      requireNavigation(request);
      const casa = new URL(endereco());
      const de = ownPath(new URLSearchParams(queryOf(request)).get('de') ?? undefined);
      // The cookie must belong to the host to which the provider returns.
      if (normalizeAuthority(request.headers.host ?? '', casa.protocol) !== casa.host) {
        const query = de && `?${new URLSearchParams({ de })}`;
        return reply.redirect(`${casa.origin}/api/auth/oidc/entrar${query}`);
      }
      try {
        await count(request);
        const ida = await leave(provedor, `${casa.origin}${RETORNO}`, de);
        const dados = JSON.stringify(ida.ida);
        const token = await inEssential(db, (trx) =>
          createDesafio(trx, 'oidc', { conta: null, dados }),
        );
        reply.header('set-cookie', cookieOf(token));
        return reply.redirect(ida.endereco);
      } catch (error) {
        return refuse(request, reply, error, de);
      }
    });

    const retorno = buildSchema('Recebe a resposta do provedor da instituição');
    app.get(RETORNO, { ...PAGINA, schema: retorno }, async (request, reply) => {
      requireNavigation(request);
      let de = '';
      try {
        await count(request);
        const ida = await takeIda(request);
        de = ida.de;
        reply.header('set-cookie', cookieOf(''));
        const { acesso, cookies } = await enter(request, ida);
        reply.header('set-cookie', cookies);
        // The page gets its data with the cookie: an address never contains a token.
        const como = acesso.token === null ? { 'segundo-fator': acesso.segundoFator.join() } : null;
        return reply.redirect(como ? loginWith({ ...como, de }) : `/#entrar${deepLink(de)}`);
      } catch (error) {
        return refuse(request, reply, error, de);
      }
    });
  };
}

const deepLink = (de: string): string => (de === '' ? '' : `&${new URLSearchParams({ de })}`);
