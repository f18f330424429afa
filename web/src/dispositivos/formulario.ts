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

/** An empty form, or the one of a device as it stands. */
export const valoresDe = (dispositivo?: Dispositivo): ValoresDispositivo => ({
  nome: dispositivo?.nome ?? '',
  dialeto: dispositivo?.dialeto ?? 'unipark',
  camera: dispositivo?.camera ?? '',
  cameras: dispositivo?.cameras ?? {},
  sentido: dispositivo?.sentido ?? { padrao: null, palavras: {} },
  fuso: dispositivo?.fuso ?? FUSO_PADRAO,
  confiancaMinima: dispositivo?.confiancaMinima ?? null,
  ips: dispositivo?.ips ?? [],
  origensImagem: dispositivo?.origensImagem ?? [],
  aceitaSemPlaca: dispositivo?.aceitaSemPlaca ?? false,
  digest: dispositivo?.digest ?? 'nao',
  caminhoRaiz: dispositivo?.caminhoRaiz ?? false,
  mqtt: {
    url: dispositivo?.mqtt?.url ?? '',
    usuario: dispositivo?.mqtt?.usuario ?? '',
    topico: dispositivo?.mqtt?.topico ?? TOPICO_PADRAO,
    senha: '',
  },
});

/** Without what the chosen dialect has no use for; a blank password leaves the kept one alone. */
function semSobras(valores: ValoresDispositivo): ValoresDispositivo {
  const { dialeto, mqtt, caminhoRaiz } = valores;
  const usaMqtt = dialeto === 'frigate' && mqtt?.url.trim();
  return {
    ...valores,
    caminhoRaiz: dialeto === 'itsapi' && caminhoRaiz,
    mqtt: mqtt && usaMqtt ? { ...mqtt, senha: mqtt.senha || undefined } : null,
  };
}

const peloContrato = zodResolver(NovoDispositivo);

/** The contract's own rules, on what will be sent. */
export const resolver: Resolver<ValoresDispositivo, unknown, NovoDispositivo> = (
  valores,
  contexto,
  opcoes,
) => peloContrato(semSobras(valores), contexto, opcoes);

/** The first sentence in a tree of faults: a list's fault stands at its item. */
export function primeiraFrase(falha: unknown): string | undefined {
  if (typeof falha !== 'object' || falha === null) return undefined;
  if ('message' in falha && typeof falha.message === 'string' && falha.message)
    return falha.message;
  for (const [chave, item] of Object.entries(falha)) {
    const frase = chave === 'ref' ? undefined : primeiraFrase(item);
    if (frase) return frase;
  }
  return undefined;
}
