import { formatStatus, NAO_CADASTRADO, PlacaLida, Veredito } from '@unipark/contract/passagem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../../platform/db/banco.ts';
import { matchReading } from '../encontro/casamento.ts';
import { findRegistrados } from '../repo.ts';
import { findWithDono, toOwner } from './detalhesRepo.ts';
import { findLastPassagem } from './vidaRepo.ts';

/** The gate's answer for this plate: by the ladder of every reading, without storing anything. */
async function readVerdict(db: Banco, placa: string): Promise<Veredito> {
  const { nivel, registrado, sugestoes } = await matchReading(
    (chaves) => findRegistrados(db, chaves),
    placa,
  );
  const daChave = registrado ? await findWithDono(db, [registrado.chave]) : [];
  const veiculo = daChave.find((dela) => dela.placa === registrado?.placa);
  const ultima = await findLastPassagem(db, placa);
  return {
    placa,
    status: veiculo ? formatStatus(veiculo.status) : NAO_CADASTRADO,
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
    proprietario: toOwner(veiculo),
    sugestoes,
    ultima_passagem: ultima ?? null,
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
          summary: 'Consulta uma placa na portaria',
          params: z.object({ placa: PlacaLida }),
          response: { 200: Veredito },
        },
      },
      (request) => readVerdict(db, request.params.placa),
    );
  };
