/** From the maker's words to ours: camera, direction, plate and time. */
import type { RegraSentido } from '@unipark/contract/dispositivo';
import { SENTIDOS, type Sentido } from '@unipark/contract/passagem';
import { normalizeLeitura } from '@unipark/contract/placa';
import { cleanLine } from '@unipark/contract/texto';
import type { Contato } from '../dispositivos/contato.ts';
import { type CameraClocks, clockOf, judge, settleInstant } from '../dispositivos/relogio.ts';
import type { DispositivoRow } from '../dispositivos/repo.ts';
import type { FotoLida, Leitura } from '../passagens/leitura.ts';
import type { LeituraLida } from './dialeto.ts';
import { toPlausibleDate } from './dialetos/tempo.ts';

const PLACA_MAXIMO = 10;
const CAMERA_MAXIMO = 64;
const CANDIDATAS_MAXIMO = 10;
const IMAGENS_MAXIMO = 4;
/** Bytes of pictures kept of a message whose own body is shorter. */
const IMAGENS_BYTES = 8_000_000;

/** A maker's text as one line that a database can store; null when it is empty. */
function line(texto: string | null | undefined, maximo: number): string | null {
  const limpo = cleanLine((texto ?? '').slice(0, maximo * 2));
  return [...limpo].slice(0, maximo).join('') || null;
}

const fraction = (valor: number | null | undefined): number | null =>
  typeof valor === 'number' && valor >= 0 && valor <= 1 ? valor : null;

/** By the map; in our own dialect as sent; otherwise the device's; otherwise as sent. */
function cameraOf(
  { dialeto, camera, cameras }: DispositivoRow,
  chave: string | null,
): string | null {
  const mapa: Record<string, string> = JSON.parse(cameras);
  if (chave !== null && Object.hasOwn(mapa, chave)) return mapa[chave] ?? camera;
  const dita = line(chave, CAMERA_MAXIMO);
  return dialeto === 'unipark' ? (dita ?? camera) : (camera ?? dita);
}

function directionOf({ sentido }: DispositivoRow, palavra: string | null): Sentido | null {
  const { padrao, palavras }: RegraSentido = JSON.parse(sentido);
  const dita = palavra?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(palavras, dita)) return palavras[dita] ?? padrao;
  return SENTIDOS.find((nosso) => nosso === dita) ?? padrao;
}

function vehicleOf(veiculo: LeituraLida['veiculo']): Leitura['veiculo'] {
  const ditos = Object.entries(veiculo ?? {}).flatMap(([nome, valor]) => {
    const dito = line(valor, 60);
    return dito === null ? [] : [[nome, dito]];
  });
  return ditos.length > 0 ? Object.fromEntries(ditos) : null;
}

function boxOf(caixa: LeituraLida['caixa']): Leitura['caixa'] {
  return caixa && Object.values(caixa).every((lado) => fraction(lado) !== null) ? caixa : null;
}

/**
 * The pictures of each reading of a message of `tamanho` bytes. Every reading repeats the message's
 * own pictures: beyond as many bytes as the message has, or 8 MB, the later ones are without.
 */
export function limitImagens(leituras: readonly LeituraLida[], tamanho: number): FotoLida[][] {
  let livres = Math.max(tamanho, IMAGENS_BYTES);
  return leituras.map(({ imagens }) => {
    const dela = imagens.slice(0, IMAGENS_MAXIMO);
    const bytes = dela.reduce((soma, { jpeg }) => soma + jpeg.length, 0);
    if (bytes > livres) return [];
    livres -= bytes;
    return dela;
  });
}

/** The reason for a message whose only plate is too long. */
export const PLACA_LONGA = 'Placa: use no máximo 10 letras e números.';

/** Why a reading is not kept, or null when it is. */
export function refusal(lida: LeituraLida, linha: DispositivoRow): string | null {
  const placa = normalizeLeitura(lida.placa);
  if (placa.length > PLACA_MAXIMO) return PLACA_LONGA;
  if (placa === '' && !linha.aceita_sem_placa) return 'Leitura sem placa.';
  return null;
}

/** Below the device's minimum confidence: kept only when it means a PROIBIDO. */
export const isWeak = (
  { confianca }: LeituraLida,
  { confianca_minima: minima }: DispositivoRow,
): boolean => minima !== null && confianca !== null && confianca < minima;

/**
 * When the reading was taken, whether it is late, and its camera's clock afterwards. A reading that
 * the device marks as repeated is late, and does not change the clock; one without a time counts as
 * taken now.
 */
export function tellTime(
  lida: LeituraLida,
  relogios: CameraClocks,
  { recebido, contato }: { recebido: Date; contato: Contato },
) {
  const camera = line(lida.camera, CAMERA_MAXIMO) ?? '';
  const antes = clockOf(relogios, camera);
  const hora = toPlausibleDate(lida.instante?.getTime() ?? Number.NaN);
  if (!hora) return { camera, instante: recebido, atrasada: lida.retransmissao, suspeita: null };
  if (lida.retransmissao) {
    return {
      camera,
      instante: settleInstant(antes, hora, recebido, true),
      atrasada: true,
      suspeita: null,
    };
  }
  const desvio = recebido.getTime() - hora.getTime();
  const julgada = judge(antes, desvio, { contato, em: recebido.getTime() });
  const { relogio, atrasada } = julgada;
  return {
    camera,
    instante: settleInstant(relogio, hora, recebido, atrasada),
    atrasada,
    suspeita: { ...julgada, desvio },
  };
}

/** A reading in the form that the match needs. */
export function toLeitura(
  lida: LeituraLida,
  linha: DispositivoRow,
  { instante, atrasada, bruto }: { instante: Date; atrasada: boolean; bruto: string | null },
): Leitura {
  return {
    dispositivo: linha.id,
    dialeto: linha.dialeto,
    eventoId: line(lida.eventoId, 200),
    camera: cameraOf(linha, lida.camera),
    placaLida: line(lida.placa, 40) ?? '',
    placa: normalizeLeitura(lida.placa),
    confianca: fraction(lida.confianca),
    candidatas: lida.candidatas
      .map(({ placa, confianca }) => ({
        placa: normalizeLeitura(placa),
        confianca: fraction(confianca),
      }))
      .filter(({ placa }) => placa !== '' && placa.length <= PLACA_MAXIMO)
      .slice(0, CANDIDATAS_MAXIMO),
    instante: instante.toISOString(),
    instanteDispositivo: line(lida.instanteDispositivo, 60),
    sentido: directionOf(linha, lida.sentido),
    veiculo: vehicleOf(lida.veiculo),
    caixa: boxOf(lida.caixa),
    imagens: lida.imagens,
    atrasada,
    fraca: isWeak(lida, linha),
    atualiza: lida.atualiza,
    teste: lida.teste,
    bruto,
  };
}
