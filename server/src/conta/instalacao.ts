/** What anonymous visitors may know of this installation. */
import { Instalacao } from '@unipark/contract/conta';
import type { PrazosRetencao } from '@unipark/contract/retencao';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';
import type { Banco } from '../platform/db/banco.ts';
import { hasContas } from './repo.ts';

interface Deps {
  db: Banco;
  config: Config;
  /** Set only in a demonstration, which only this machine reaches. */
  demonstracao?: { email: string; senha: string };
  /** How long data is kept, for the page of privacy. */
  readPrazos: () => Promise<PrazosRetencao>;
}

export function instalacaoRoutes({
  db,
  config,
  demonstracao,
  readPrazos,
}: Deps): FastifyPluginAsyncZod {
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
      {
        config: { publica: true },
        schema: {
          tags: ['Servidor'],
          summary: 'Mostra como esta instalação está configurada',
          response: { 200: Instalacao },
        },
      },
      async () => {
        // 'Criar primeira conta' is offered only when any user of this machine may make it.
        const livre = config.local && signupMode !== 'convite' && signupMode !== 'fechado';
        const semContas = livre && !(await hasContas(db));
        // The login needs this answer also while the database is away.
        const prazos = await readPrazos().catch(() => null);
        return { semContas, prazos, ...fixo };
      },
    );
  };
}
