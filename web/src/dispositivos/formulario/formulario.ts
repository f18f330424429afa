import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Dispositivo,
  FUSO_PADRAO,
  NovoDispositivo,
  TOPICO_PADRAO,
} from '@unipark/contract/dispositivo';
import type { Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

export type ValoresDispositivo = z.input<typeof NovoDispositivo>;

export const getValores = (dispositivo?: Dispositivo): ValoresDispositivo => ({
  nome: dispositivo?.nome ?? '',
  dialeto: dispositivo?.dialeto ?? 'unipark',
  camera: dispositivo?.camera ?? '',
  cameras: dispositivo?.cameras ?? {},
  sentido: dispositivo?.sentido ?? { padrao: null, palavras: {} },
  fuso: dispositivo?.fuso ?? FUSO_PADRAO,
  confianca_minima: dispositivo?.confianca_minima ?? null,
  ips: dispositivo?.ips ?? [],
  origens_imagem: dispositivo?.origens_imagem ?? [],
  aceita_sem_placa: dispositivo?.aceita_sem_placa ?? false,
  digest: dispositivo?.digest ?? 'nao',
  caminho_raiz: dispositivo?.caminho_raiz ?? false,
  mqtt: {
    url: dispositivo?.mqtt?.url ?? '',
    usuario: dispositivo?.mqtt?.usuario ?? '',
    topico: dispositivo?.mqtt?.topico ?? TOPICO_PADRAO,
    senha: '',
  },
});

/** Without the fields that the dialect does not use; a blank password keeps the stored one. */
function dropSobras(valores: ValoresDispositivo): ValoresDispositivo {
  const { dialeto, mqtt, caminho_raiz } = valores;
  const usaMqtt = dialeto === 'frigate' && mqtt?.url.trim();
  return {
    ...valores,
    caminho_raiz: dialeto === 'itsapi' && caminho_raiz,
    mqtt: mqtt && usaMqtt ? { ...mqtt, senha: mqtt.senha || undefined } : null,
  };
}

const resolveByContract = zodResolver(NovoDispositivo);

export const resolver: Resolver<ValoresDispositivo, unknown, NovoDispositivo> = (
  valores,
  contexto,
  opcoes,
) => resolveByContract(dropSobras(valores), contexto, opcoes);

/** The first sentence in a tree of faults: the fault of a list is at one of its items. */
export function findFrase(falha: unknown): string | undefined {
  if (typeof falha !== 'object' || falha === null) return undefined;
  if ('message' in falha && typeof falha.message === 'string' && falha.message)
    return falha.message;
  for (const [chave, item] of Object.entries(falha)) {
    const frase = chave === 'ref' ? undefined : findFrase(item);
    if (frase) return frase;
  }
  return undefined;
}
