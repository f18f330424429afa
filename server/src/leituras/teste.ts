/** 'Enviar teste' of a device: a message of its maker takes the way of a real one. */
import type { RegraSentido } from '@unipark/contract/dispositivo';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { type DispositivoRow, find } from '../dispositivos/repo.ts';
import type { PassagensService } from '../passagens/service.ts';
import type { Autor } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { toLeitura } from './conversao.ts';
import { readMessage } from './corpo.ts';
import { buildMensagemTeste } from './mensagensTeste.ts';
import type { LeiturasService } from './service.ts';

interface Deps {
  db: Banco;
  leituras: LeiturasService;
  passagens: PassagensService;
  clock: Clock;
}

const firstKey = (json: Record<string, unknown>): string | undefined => Object.keys(json)[0];

function buildMensagem(linha: DispositivoRow, agora: Date) {
  const { palavras }: RegraSentido = JSON.parse(linha.sentido);
  return buildMensagemTeste(linha.dialeto, {
    camera: firstKey(JSON.parse(linha.cameras)) ?? 'teste',
    sentido: firstKey(palavras) ?? 'unknown',
    agora,
  });
}

/**
 * Reads the test message of the device's maker with the device's own settings, and stores its
 * reading marked as a test. The device is not heard by it: it still waits for its own first reading.
 * @throws {Problem} 404; 409 when the device is off, or its settings leave the reading out
 */
export async function sendTeste(
  { db, leituras, passagens, clock }: Deps,
  autor: Autor,
  id: string,
): Promise<UltimoVeiculo> {
  const linha = await find(db, id);
  if (!linha) throw notFound('Dispositivo não encontrado.');
  if (!linha.ativo) {
    throw new Problem(409, 'dispositivo-desativado', 'Ative o dispositivo para enviar um teste.');
  }
  const agora = clock.now();
  const { tipo, corpo, caminho } = buildMensagem(linha, agora);
  const lida = await leituras.read(linha, await readMessage(tipo, corpo, caminho));
  const [primeira] = lida.tipo === 'leituras' ? lida.leituras : [];
  if (!primeira) {
    const motivo = lida.tipo === 'ignorar' ? lida.motivo : '';
    throw new Problem(409, 'teste-ignorado', `A leitura de teste não foi guardada. ${motivo}`);
  }
  const hora = { instante: agora, atrasada: false, bruto: null };
  const leitura = toLeitura({ ...primeira, teste: true }, linha, hora);
  return inTransaction(db, async (trx) => {
    const { passagem } = await passagens.receiveLeitura(trx, autor, leitura);
    return passagem;
  });
}
