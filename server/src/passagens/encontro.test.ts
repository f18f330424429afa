/** A reading among the cards of its camera: found by the time, whatever else the camera saw. */
import { chavePlaca } from '@unipark/contract/placa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { plansOf } from '../../test/planos.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { findPassage } from './encontro.ts';
import type { Leitura } from './leitura.ts';
import * as repo from './repo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(() => teste.db.deleteFrom('passagens').execute());

const agora = Date.now();
const em = (segundos: number) => new Date(agora + segundos * 1_000).toISOString();

function passar(
  placa: string,
  segundos: number,
  outra: { na_lista?: number; teste?: number } = {},
) {
  const quando = em(segundos);
  return inTransaction(teste.db, (trx) =>
    repo.insert(trx, {
      ...{ placa, chave: chavePlaca(placa), camera: '1', sentido: null, status: 'ATIVO' },
      ...{ instante: quando, ultima_leitura_em: quando, recebido_em: quando, modelo: null },
      ...{ na_lista: 1, teste: 0, atrasada: 0, nivel: 'nenhuma', sugestoes: null },
      ...{ alerta: null, alertado_em: null, ciente_por: null, ciente_em: null },
      ...outra,
    }),
  );
}

async function achar(placa: string, segundos: number): Promise<number | undefined> {
  const leitura: Leitura = {
    ...{ dispositivo: 'disp', dialeto: 'axis', eventoId: null, camera: '1' },
    ...{ placaLida: placa, placa, confianca: null, candidatas: [], instante: em(segundos) },
    ...{ instanteDispositivo: null, sentido: null, veiculo: null, caixa: null, imagens: [] },
    ...{ atrasada: false, teste: false, bruto: null },
  };
  const log = { warn: () => undefined };
  const encontro = await inTransaction(teste.db, (trx) => findPassage(trx, leitura, log));
  return encontro?.passagem.id;
}

it('finds the pass it misreads behind cards that came later and passed before', async () => {
  const id = await passar('ABC1O23', 0);
  for (let i = 0; i < 10; i += 1) await passar(`RIO2A1${i}`, -50 - i);
  expect(await achar('ABC1023', 5)).toBe(id);
  expect(await achar('ABC1023', 11)).toBeUndefined();
});

it('takes neither a late nor a test passage for its own', async () => {
  await passar('ABC1O23', 0, { na_lista: 0 });
  await passar('ABC1O23', 0, { teste: 1 });
  expect(await achar('ABC1023', 5)).toBeUndefined();
});

it.each(['1', null])('asks one index alone for the cards of camera %s', async (camera) => {
  const passos = await plansOf(teste.db, (trx) =>
    repo.sameCamera(trx, { camera, teste: 0 }, { de: em(-30), ate: em(30) }),
  );
  expect(passos).toEqual([
    'SEARCH passagens USING INDEX passagens_camera_lida_idx (camera=? AND teste=? AND ultima_leitura_em>? AND ultima_leitura_em<?)',
  ]);
});
