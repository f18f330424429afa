import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { publicScope } from './guard.ts';
import { pageCsp } from './headers.ts';

/** The inline style of the documentation's page; the browser prints a changed hash. */
const ESTILO_DO_LEITOR = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** The plate of the site's own icon (`web/public/favicon.svg`): without it the page has its generator's. */
const ICONE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1.5" y="6.5" width="29" height="19" rx="4" fill="#fdfdfd" stroke="#111" stroke-width="2"/><path d="M2.5 10.5a3 3 0 0 1 3-3h21a3 3 0 0 1 3 3V12h-27z" fill="#039"/><path d="M12.5 14v5.2a3.5 3.5 0 0 0 7 0V14" fill="none" stroke="#111" stroke-width="2.6" stroke-linecap="round"/></svg>';

/** OpenAPI 3.1 from the validating schemas. Register it before the routes it describes. */
export async function registerDocs(app: FastifyInstance, versao: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'UNIPARK',
        version: versao,
        description:
          'API do estacionamento do campus: proprietários, veículos, passagens, câmeras e contas. ' +
          'As chamadas com cadeado pedem o token de acesso, que `POST /api/auth/sign-in/email` devolve.',
      },
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.publica && route.schema) route.schema.security ??= [];
  });
  await publicScope(app, async (scope) =>
    scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: pageCsp([], [], ESTILO_DO_LEITOR),
      theme: {
        title: 'API · UNIPARK',
        favicon: [
          {
            filename: 'icone.svg',
            rel: 'icon',
            type: 'image/svg+xml',
            sizes: 'any',
            content: ICONE,
          },
        ],
      },
      // The other layout has a bar with the generator's name.
      uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    }),
  );
}
