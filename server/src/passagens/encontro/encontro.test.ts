/** A reading among the cards of its camera: found by the time, with any other cards in between. */
import { keyOfPlaca } from '@unipark/contract/placa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { plansOf, testOfSqlite } from '../../../test/planos.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import type { Leitura } from '../leitura.ts';
import * as repo from '../repo.ts';
import { findPassage } from './encontro.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(() => teste.db.deleteFrom('passagens').execute());

const agora = Date.now();
const at = (segundos: number) => new Date(agora + segundos * 1_000).toISOString();

function insertPassagem(
  placa: string,
  segundos: number,
  outra: { na_lista?: number; teste?: number } = {},
) {
  const quando = at(segundos);
  return inTransaction(teste.db, (trx) =>
    repo.insert(trx, {
      ...{ placa, chave: keyOfPlaca(placa), camera: '1', sentido: null, status: 'ATIVO' },
      ...{ instante: quando, ultima_leitura_em: quando, recebido_em: quando, modelo: null },
      ...{ na_lista: 1, teste: 0, atrasada: 0, nivel: 'nenhuma', sugestoes: null },
      ...{ registrada_por: null, conferida: 0 },
      ...{ alerta: null, alertado_em: null, sem_alerta: null, ciente_por: null, ciente_em: null },
      ...outra,
    }),
  );
}

async function findPassagemId(placa: string, segundos: number): Promise<number | undefined> {
  const leitura: Leitura = {
    ...{ dispositivo: 'disp', dialeto: 'axis', eventoId: null, camera: '1' },
    ...{ placaLida: placa, placa, confianca: null, candidatas: [], instante: at(segundos) },
    ...{ instanteDispositivo: null, sentido: null, veiculo: null, caixa: null, imagens: [] },
    ...{ atrasada: false, fraca: false, atualiza: false, teste: false, bruto: null },
  };
  const contexto = { log: { warn: () => undefined }, agora: at(0) };
  const encontro = await inTransaction(teste.db, (trx) => findPassage(trx, leitura, contexto));
  return encontro?.passagem.id;
}

it('finds the misread passage behind cards that arrived later with earlier times', async () => {
  const id = await insertPassagem('ABC1O23', 0);
  for (let i = 0; i < 10; i += 1) await insertPassagem(`RIO2A1${i}`, -50 - i);
  expect(await findPassagemId('ABC1023', 5)).toBe(id);
  expect(await findPassagemId('ABC1023', 11)).toBeUndefined();
});

it('joins neither a late nor a test passage', async () => {
  await insertPassagem('ABC1O23', 0, { na_lista: 0 });
  await insertPassagem('ABC1O23', 0, { teste: 1 });
  expect(await findPassagemId('ABC1023', 5)).toBeUndefined();
});

testOfSqlite.each(['1', null])('uses only one index for the cards of camera %s', async (camera) => {
  const passos = await plansOf(teste.db, (trx) =>
    repo.listSameCamera(trx, { camera, teste: 0 }, { de: at(-30), ate: at(30) }),
  );
  expect(passos).toEqual([
    'SEARCH passagens USING INDEX passagens_camera_lida_idx (camera=? AND teste=? AND ultima_leitura_em>? AND ultima_leitura_em<?)',
  ]);
});
