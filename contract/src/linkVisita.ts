/** A link that a host gives to visitors: each fills in a name and a plate, and has a pass. */
import * as z from 'zod/mini';
import { Placa } from './placa.ts';
import { requiredText, strictInput } from './texto.ts';
import { CAMPOS_VISITANTE, instantOf, PERIODO_PASSE } from './visitante.ts';

/** Most visitors of one link: an event has several. */
export const USOS_MAXIMO = 50;
/** Most open links of an installation: an unbounded list is a denial of service. */
export const LINKS_MAXIMO = 200;

/** The fields of a link, in the order of its form. */
export const CAMPOS_LINK = {
  anfitriao: CAMPOS_VISITANTE.anfitriao,
  destino: CAMPOS_VISITANTE.destino,
  de: CAMPOS_VISITANTE.de,
  ate: CAMPOS_VISITANTE.ate,
  usos_maximo: 'Quantos visitantes',
} as const;

const usosInvalidos = { error: `${CAMPOS_LINK.usos_maximo}: de 1 a ${USOS_MAXIMO}.` };

export const NovoLinkVisita = strictInput({
  anfitriao: requiredText(CAMPOS_LINK.anfitriao, 100),
  destino: requiredText(CAMPOS_LINK.destino, 100),
  de: instantOf(CAMPOS_LINK.de),
  ate: instantOf(CAMPOS_LINK.ate),
  usos_maximo: z
    .int(usosInvalidos)
    .check(z.gte(1, usosInvalidos), z.lte(USOS_MAXIMO, usosInvalidos)),
}).check(...PERIODO_PASSE);
export type NovoLinkVisita = z.infer<typeof NovoLinkVisita>;

/** What the person with a link sees of it, and nothing of other visitors. */
export const VisitaAnunciada = z.object({
  anfitriao: z.string(),
  destino: z.string(),
  de: z.string(),
  ate: z.string(),
});
export type VisitaAnunciada = z.infer<typeof VisitaAnunciada>;

export const LinkVisita = z.extend(VisitaAnunciada, {
  id: z.string(),
  usos_maximo: z.int(),
  /** Visitors who have filled it in. */
  usos: z.int(),
  criado_em: z.string(),
});
export type LinkVisita = z.infer<typeof LinkVisita>;

/**
 * With the address, which is answered once: only the hash of its token is stored. null when the
 * request was repeated.
 */
export const LinkVisitaCriado = z.extend(LinkVisita, { link: z.nullable(z.string()) });

const token = z
  .string({ error: 'Link inválido.' })
  .check(z.regex(/^[\w-]{43}$/, { error: 'Link inválido.' }));

export const TokenVisita = strictInput({ token });

/** What a visitor fills in. */
export const CAMPOS_VISITA = { nome: 'Seu nome', placa: 'Placa do veículo' } as const;

const preenchidos = { nome: requiredText(CAMPOS_VISITA.nome, 100), placa: Placa };
export const DadosVisita = strictInput(preenchidos);
export type DadosVisita = z.infer<typeof DadosVisita>;

export const VisitaPreenchida = strictInput({ token, ...preenchidos });
export type VisitaPreenchida = z.infer<typeof VisitaPreenchida>;

export const VisitaConfirmada = z.extend(VisitaAnunciada, { nome: z.string(), placa: z.string() });
export type VisitaConfirmada = z.infer<typeof VisitaConfirmada>;
