/** What anonymous visitors may know of this installation, and how they reach the office. */
import { Instalacao, MensagemContato } from '@unipark/contract/conta';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { audit, autorOf } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { invalid } from '../platform/errors.ts';
import { normalizeEmail } from './cadastro.ts';
import { createMensagem, hasContas } from './repo.ts';
import { countCall, WINDOWS } from './tentativas.ts';

interface Deps {
  db: Banco;
  config: Config;
  /** Set in a demonstration only, which nobody but this machine reaches. */
  demonstracao?: { email: string; senha: string };
}

const Recebida = z.object({ recebida: z.boolean() });

/** Line breaks and tabs belong to a letter; other control characters belong nowhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** The message in its stored form. @throws 400 naming each field at fault */
function checkMensagem(dados: MensagemContato): MensagemContato {
  const mensagem = { ...dados, email: normalizeEmail(dados.email) };
  const campos: Record<string, string> = {};
  for (const [campo, texto] of Object.entries(mensagem)) {
    const quebra = campo !== 'mensagem' && /[\n\r\t]/.test(texto);
    if (quebra || CONTROLE.test(texto)) campos[campo] = 'Há caracteres de controle no texto.';
  }
  if (Object.keys(campos).length > 0) throw invalid(campos);
  return mensagem;
}

/** GET /api/instalacao and POST /api/contato. */
export function instalacaoRoutes({ db, config, demonstracao }: Deps): FastifyPluginAsyncZod {
  const { contato, redes, versao, signupMode, signupDomains, firebase, oidc } = config;
  const fixo = {
    cadastro: signupMode,
    dominios: signupMode === 'dominio' ? signupDomains : [],
    recuperacaoPorEmail: config.correio !== null || firebase !== null,
    firebase: firebase && {
      apiKey: firebase.apiKey,
      authDomain: firebase.authDomain,
      projectId: firebase.projectId,
    },
    oidc: oidc && { nome: oidc.nome },
    demonstracao: demonstracao ?? null,
    contato,
    redes,
    versao,
  };

  return async (app) => {
    app.get(
      '/api/instalacao',
      { config: { publica: true }, schema: { tags: ['Conta'], response: { 200: Instalacao } } },
      async () => {
        // 'Criar primeira conta' is offered only where anybody here may make it.
        const livre = config.local && signupMode !== 'convite' && signupMode !== 'fechado';
        const semContas = livre && !(await hasContas(db));
        return { semContas, ...fixo };
      },
    );

    app.post(
      '/api/contato',
      {
        bodyLimit: 32 * 1024,
        config: { publica: true },
        schema: { tags: ['Conta'], body: MensagemContato, response: { 201: Recebida } },
      },
      async (request, reply) => {
        const mensagem = checkMensagem(request.body);
        await inTransaction(db, async (trx) => {
          await countCall(trx, 'contato', request.ip, 5, WINDOWS.hora);
          const { id } = await createMensagem(trx, mensagem);
          const ato = { acao: 'criar', entidade: 'mensagem_contato', chave: String(id) };
          await audit(trx, autorOf(request), ato);
        });
        return reply.code(201).send({ recebida: true });
      },
    );
  };
}
