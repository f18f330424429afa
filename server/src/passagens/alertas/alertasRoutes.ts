import {
  AjustesAlerta,
  CienteDeTodos,
  CientesDados,
  EdicaoAjustesAlerta,
} from '@unipark/contract/alerta';
import { UltimoVeiculo } from '@unipark/contract/passagem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { getAutor } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { getConta } from '../../platform/http/guard.ts';
import { toCards } from '../cartoesRepo.ts';
import * as repo from '../repo.ts';
import type { PassagensService } from '../service.ts';
import { readAlertSettings } from './alertas.ts';

/** The most open alarms that the list has. */
const ABERTOS = 200;
/** On the home page. */
const ULTIMOS = 5;

const tags = ['Alertas'];

export const alertasRoutes =
  ({ db, passagens }: { db: Banco; passagens: PassagensService }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/alertas',
      {
        schema: {
          tags,
          summary: 'Lista os alertas sem Ciente',
          response: { 200: z.array(UltimoVeiculo) },
        },
      },
      async (request) => {
        const abertos = await repo.listOpenAlertas(db, ABERTOS, getConta(request).id);
        return passagens.memoria.withOpen(await toCards(db, abertos));
      },
    );

    app.get(
      '/api/alertas/ultimos',
      {
        schema: {
          tags,
          summary: 'Lista os últimos alertas',
          response: { 200: z.array(UltimoVeiculo) },
        },
      },
      async () => toCards(db, await repo.listLastAlertas(db, ULTIMOS)),
    );

    app.get(
      '/api/alertas/ajustes',
      {
        schema: {
          tags,
          summary: 'Mostra os ajustes dos alertas',
          response: { 200: AjustesAlerta },
        },
      },
      () => readAlertSettings(db),
    );

    app.put(
      '/api/alertas/ajustes',
      {
        config: { admin: true },
        schema: {
          tags,
          summary: 'Altera os ajustes dos alertas',
          body: EdicaoAjustesAlerta,
          response: { 200: AjustesAlerta },
        },
      },
      (request) => passagens.changeSettings(getAutor(request), request.body),
    );

    app.post(
      '/api/alertas/ciente',
      {
        schema: {
          tags,
          summary: 'Dá Ciente de todos os alertas abertos',
          body: CienteDeTodos,
          response: { 200: CientesDados },
        },
      },
      async (request) => ({
        fechados: await passagens.acknowledgeAll(getAutor(request), request.body.ate),
      }),
    );

    app.post(
      '/api/passagens/:id/desfazer',
      {
        schema: {
          tags,
          summary: 'Desfaz um registro da Portaria',
          params: z.object({ id: z.string() }),
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await passagens.undoRegistro(getAutor(request), request.params.id);
        reply.code(204);
      },
    );

    app.post(
      '/api/passagens/:id/ciente',
      {
        schema: {
          tags,
          summary: 'Marca Ciente no alerta de uma passagem',
          params: z.object({ id: z.string() }),
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await passagens.acknowledge(getAutor(request), request.params.id);
        reply.code(204);
      },
    );
  };
