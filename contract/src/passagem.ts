import * as z from 'zod/mini';
import { TermoBusca } from './lista.ts';
import { normalizarLeitura } from './placa.ts';
import { entrada, maiusculas, semInvisiveis, textoOpcional } from './texto.ts';
import { STATUS_OFERECIDOS } from './veiculo.ts';

export const SENTIDOS = ['entrada', 'saida'] as const;
const Sentido = z.enum(SENTIDOS, { error: 'Sentido: use entrada ou saida.' });
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
  const conhecido = STATUS_OFERECIDOS.find((oferecido) => oferecido === maiusculas(status));
  return conhecido ? conhecido[0] + conhecido.slice(1).toLowerCase() : status;
}

/** A camera's reading: everything outside A–Z0–9 goes, 1–10 characters stay. Kept raw, too. */
const Leitura = z.pipe(
  z
    .string({ error: 'Placa: informe um texto.' })
    .check(
      z.maxLength(40, { error: 'Placa: use no máximo 40 caracteres.', abort: true }),
      semInvisiveis('Placa'),
    ),
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
/** The head and the tables alone of a JPEG take more than this in base64. */
const IMAGEM_MINIMA = 136;
const NAO_E_JPEG = 'Imagem: envie um JPEG em base64.';

/** '/9j/' is FF D8 FF, the head of every JPEG. */
const Imagem = z.string({ error: NAO_E_JPEG }).check(
  z.maxLength(IMAGEM_MAXIMA, { error: 'Imagem: envie no máximo 6 MB.', abort: true }),
  z.minLength(IMAGEM_MINIMA, { error: NAO_E_JPEG, abort: true }),
  z.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/, { error: NAO_E_JPEG, abort: true }),
  z.refine((valor) => valor.length % 4 === 0, { error: NAO_E_JPEG }),
);

/** Before this no camera of ours was in place: a clock that says so was never set. */
const PRIMEIRO_INSTANTE = Date.UTC(2000, 0, 1);

const Instante = z.iso
  .datetime({ offset: true, error: 'Instante: use ISO 8601 com fuso.', abort: true })
  .check(
    z.refine((valor) => Date.parse(valor) >= PRIMEIRO_INSTANTE, {
      error: 'Instante: use uma data a partir do ano 2000. Confira o relógio da câmera.',
    }),
  );

const CONFIANCA = { error: 'Confiança: use um número de 0 a 1.' };

export const NovaPassagem = entrada({
  placa: Leitura,
  camera: z.optional(textoOpcional('Câmera', 64)),
  sentido: z.optional(z.nullable(Sentido)),
  instante: z.optional(z.nullable(Instante)),
  confianca: z.optional(
    z.nullable(z.number(CONFIANCA).check(z.gte(0, CONFIANCA), z.lte(1, CONFIANCA))),
  ),
  imagem: z.optional(z.nullable(Imagem)),
  /** Marked as a test: shown in Ao Vivo, left out of reports and alerts. */
  teste: z.optional(z.boolean({ error: 'Teste: use true ou false.' })),
});
export type NovaPassagem = z.infer<typeof NovaPassagem>;

export const BuscaUltimosVeiculos = entrada({ q: TermoBusca });

/** Names of the live stream's events. */
export const EVENTOS_PASSAGEM = [
  'passagem',
  'passagem-alterada',
  'passagem-removida',
  'recarregar',
] as const;
export type EventoPassagem = (typeof EVENTOS_PASSAGEM)[number];
