import * as z from 'zod/mini';
import { TermoBusca } from './lista.ts';
import { normalizarLeitura } from './placa.ts';
import { texto, textoOpcional } from './texto.ts';
import { ehAtivo, STATUS_OFERECIDOS } from './veiculo.ts';

export const SENTIDOS = ['entrada', 'saida'] as const;
const Sentido = z.enum(SENTIDOS, { error: 'sentido: use entrada ou saida.' });
export type Sentido = z.infer<typeof Sentido>;

export const NAO_CADASTRADO = 'Não cadastrado';

/** A card of Ao Vivo. `status` is the register's, now: 'Ativo' is green, anything else red. */
export const UltimoVeiculo = z.object({
  id: z.string(),
  placa: z.string(),
  modelo: z.string(),
  status: z.string(),
  tipo: z.nullable(z.string()),
  /** The registered plate when it differs from the one read (old and Mercosul twins). */
  placaCadastrada: z.nullable(z.string()),
  instante: z.string(),
  camera: z.nullable(z.string()),
  sentido: z.nullable(Sentido),
  teste: z.boolean(),
  versao: z.int(),
});
export type UltimoVeiculo = z.infer<typeof UltimoVeiculo>;

/** The register's status as a card says it: 'Ativo', 'Proibido', 'Indefinido', others as stored. */
export function rotuloStatus(status: string): string {
  const conhecido = STATUS_OFERECIDOS.find((oferecido) => oferecido === status.toUpperCase());
  return conhecido ? conhecido[0] + conhecido.slice(1).toLowerCase() : status;
}

export const ehVerde = (item: { status: string }): boolean => ehAtivo(item.status);

/** A camera's reading: everything outside A–Z0–9 goes, 1–10 characters stay. */
const Leitura = z.pipe(
  texto('Placa', 40),
  z.pipe(
    z.transform(normalizarLeitura),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Placa: nenhuma letra ou número na leitura.' }),
        z.maxLength(10, { error: 'Placa: use no máximo 10 letras e números.' }),
      ),
  ),
);

/** ~6 MB of JPEG in base64. */
const IMAGEM_MAXIMA = 8_000_000;

export const NovaPassagem = z.strictObject({
  placa: Leitura,
  camera: z.optional(textoOpcional('Câmera', 64)),
  sentido: z.optional(z.nullable(Sentido)),
  instante: z.optional(
    z.nullable(z.iso.datetime({ offset: true, error: 'instante: use ISO 8601 com fuso.' })),
  ),
  confianca: z.optional(
    z.nullable(
      z
        .number({ error: 'confianca: de 0 a 1.' })
        .check(
          z.gte(0, { error: 'confianca: de 0 a 1.' }),
          z.lte(1, { error: 'confianca: de 0 a 1.' }),
        ),
    ),
  ),
  imagem: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.maxLength(IMAGEM_MAXIMA, { error: 'imagem: no máximo 6 MB.' }),
          z.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/, { error: 'imagem: envie um JPEG em base64.' }),
        ),
    ),
  ),
  /** Marked as a test: shown in Ao Vivo, left out of reports and alerts. */
  teste: z.optional(z.boolean()),
});
export type NovaPassagem = z.infer<typeof NovaPassagem>;

export const BuscaUltimosVeiculos = z.strictObject({ q: TermoBusca });

/** Names of the live stream's events. */
export const EVENTOS_PASSAGEM = [
  'passagem',
  'passagem-alterada',
  'passagem-removida',
  'recarregar',
] as const;
export type EventoPassagem = (typeof EVENTOS_PASSAGEM)[number];
