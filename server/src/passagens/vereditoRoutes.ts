import { NAO_CADASTRADO, PlacaLida, rotuloStatus, Veredito } from '@unipark/contract/passagem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../platform/db/banco.ts';
import { matchReading } from './casamento.ts';
import { findComDono, ownerOf } from './detalhesRepo.ts';
import { findRegistrados } from './repo.ts';
import { lastPassage } from './vidaRepo.ts';

/** What the gate would say of this plate: the ladder of every reading, and nothing is kept. */
async function readVerdict(db: Banco, placa: string): Promise<Veredito> {
  const { nivel, registrado, sugestoes } = await matchReading(
    (chaves) => findRegistrados(db, chaves),
    placa,
  );
  const daChave = registrado ? await findComDono(db, [registrado.chave]) : [];
  const veiculo = daChave.find((dela) => dela.placa === registrado?.placa);
  const ultima = await lastPassage(db, placa);
  return {
    placa,
    status: veiculo ? rotuloStatus(veiculo.status) : NAO_CADASTRADO,
    nivel,
    veiculo: veiculo
      ? {
          placa: veiculo.placa,
          tipo: veiculo.tipo,
          modelo: veiculo.modelo,
          cor: veiculo.cor,
          motivo: veiculo.motivo,
          cidade: veiculo.cidade,
          estado: veiculo.estado,
        }
      : null,
    proprietario: ownerOf(veiculo),
    sugestoes,
    ultimaPassagem: ultima ?? null,
  };
}

export const vereditoRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/veredito/:placa',
      {
        schema: {
          tags: ['Portaria'],
          params: z.object({ placa: PlacaLida }),
          response: { 200: Veredito },
        },
      },
      (request) => readVerdict(db, request.params.placa),
    );
  };
