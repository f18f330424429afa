/** From the maker's words to ours: which camera, which way, which plate, when. */
import type { RegraSentido } from '@unipark/contract/dispositivo';
import { SENTIDOS, type Sentido } from '@unipark/contract/passagem';
import { normalizarLeitura } from '@unipark/contract/placa';
import { settleInstant } from '../dispositivos/relogio.ts';
import type { Linha } from '../dispositivos/repo.ts';
import type { Leitura } from '../passagens/leitura.ts';
import type { LeituraLida } from './dialeto.ts';

const PLACA_MAXIMO = 10;
const CAMERA_MAXIMO = 64;
const CANDIDATAS_MAXIMO = 10;
const IMAGENS_MAXIMO = 4;
const PRIMEIRO_INSTANTE = Date.UTC(2000, 0, 1);
const INVISIVEL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

/** A maker's text as one line that a database can hold; null when nothing is left. */
function line(texto: string | null | undefined, maximo: number): string | null {
  const limpo = (texto ?? '')
    .slice(0, maximo * 2)
    .replace(INVISIVEL, ' ')
    .trim();
  return [...limpo.normalize('NFC')].slice(0, maximo).join('') || null;
}

const fraction = (valor: number | null | undefined): number | null =>
  typeof valor === 'number' && valor >= 0 && valor <= 1 ? valor : null;

/** Our camera: as the map says; in our own dialect as sent; else the device's; else as sent. */
function cameraOf({ dialeto, camera, cameras }: Linha, chave: string | null): string | null {
  const mapa: Record<string, string> = JSON.parse(cameras);
  if (chave !== null && Object.hasOwn(mapa, chave)) return mapa[chave] ?? camera;
  const dita = line(chave, CAMERA_MAXIMO);
  return dialeto === 'unipark' ? (dita ?? camera) : (camera ?? dita);
}

function directionOf({ sentido }: Linha, palavra: string | null): Sentido | null {
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

/** The device's time, if a clock that was ever set can have said it. */
export function deviceTime({ instante }: LeituraLida): Date | null {
  const ms = instante?.getTime() ?? Number.NaN;
  return instante && ms >= PRIMEIRO_INSTANTE && ms < Date.UTC(2100, 0, 1) ? instante : null;
}

/** Where a message holds nothing better, it was not understood. */
export const PLACA_LONGA = 'Placa: use no máximo 10 letras e números.';

/** Why a reading is not kept, or null when it is. */
export function refusal(lida: LeituraLida, linha: Linha): string | null {
  const placa = normalizarLeitura(lida.placa);
  if (placa.length > PLACA_MAXIMO) return PLACA_LONGA;
  if (placa === '' && !linha.aceita_sem_placa) return 'Leitura sem placa.';
  const minima = linha.confianca_minima;
  const baixa = minima !== null && lida.confianca !== null && lida.confianca < minima;
  return baixa ? 'Confiança abaixo da mínima do dispositivo.' : null;
}

/** A reading as the match takes it. `desvios` are the clock's samples, this reading's included. */
export function toLeitura(
  lida: LeituraLida,
  linha: Linha,
  { recebido, desvios, bruto }: { recebido: Date; desvios: number[]; bruto: string | null },
): Leitura {
  const doDispositivo = deviceTime(lida);
  const { instante, atrasada } = doDispositivo
    ? settleInstant(desvios, doDispositivo, recebido)
    : { instante: recebido, atrasada: false };
  return {
    dispositivo: linha.id,
    dialeto: linha.dialeto,
    eventoId: line(lida.eventoId, 200),
    camera: cameraOf(linha, lida.camera),
    placaLida: line(lida.placa, 40) ?? '',
    placa: normalizarLeitura(lida.placa),
    confianca: fraction(lida.confianca),
    candidatas: lida.candidatas
      .map(({ placa, confianca }) => ({
        placa: normalizarLeitura(placa),
        confianca: fraction(confianca),
      }))
      .filter(({ placa }) => placa !== '' && placa.length <= PLACA_MAXIMO)
      .slice(0, CANDIDATAS_MAXIMO),
    instante: instante.toISOString(),
    instanteDispositivo: line(lida.instanteDispositivo, 60),
    sentido: directionOf(linha, lida.sentido),
    veiculo: vehicleOf(lida.veiculo),
    caixa: boxOf(lida.caixa),
    imagens: lida.imagens.slice(0, IMAGENS_MAXIMO),
    atrasada: atrasada || lida.retransmissao,
    teste: lida.teste,
    bruto,
  };
}
