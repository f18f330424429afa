import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { publicScope } from './guard.ts';
import { pageCsp } from './headers.ts';

/** The inline style of the documentation's page; the browser prints a changed hash. */
const ESTILO_DO_LEITOR = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** OpenAPI 3.1 from the validating schemas. Register it before the routes it describes. */
export async function registerDocs(app: FastifyInstance, versao: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'UNIPARK',
        version: versao,
        description: 'Estacionamento do campus: proprietários, veículos e passagens.',
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
      uiConfig: { docExpansion: 'list' },
    }),
  );
}
