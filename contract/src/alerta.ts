/** Alarms of passages: what raises one, and who saw it. */
import * as z from 'zod/mini';
import { strictInput } from './texto.ts';

/** Why a passage raises an alarm; with `provavel`, staff must look at the plate first. */
export const TIPOS_ALERTA = ['proibido', 'provavel', 'nao_cadastrado'] as const;
export type TipoAlerta = (typeof TIPOS_ALERTA)[number];

export const Alerta = z.object({
  tipo: z.enum(TIPOS_ALERTA),
  em: z.string(),
  /** The first person who pressed 'Ciente'; null while the alarm is open. */
  ciente: z.nullable(z.object({ nome: z.string(), em: z.string() })),
});
export type Alerta = z.infer<typeof Alerta>;

/** What raises an alarm, besides PROIBIDO. */
export const AjustesAlerta = strictInput({
  nao_cadastrado: z.boolean({ error: 'Não cadastrado: use true ou false.' }),
  /** Minutes in which the same plate raises no second alarm. */
  intervalo_min: z
    .int({ error: 'Intervalo: use um número inteiro de minutos.' })
    .check(
      z.gte(0, { error: 'Intervalo: use de 0 a 240 minutos.' }),
      z.lte(240, { error: 'Intervalo: use de 0 a 240 minutos.' }),
    ),
  /** Seconds after which the sound repeats until 'Ciente'; 0: it does not repeat. */
  repeticao_seg: z.int({ error: 'Repetição: use um número inteiro de segundos.' }).check(
    z.refine((valor) => valor === 0 || (valor >= 5 && valor <= 300), {
      error: 'Repetição: use 0 ou de 5 a 300 segundos.',
    }),
  ),
});
export type AjustesAlerta = z.infer<typeof AjustesAlerta>;

/** A change of some of them: the others stay as another person may have saved them meanwhile. */
export const EdicaoAjustesAlerta = z.partial(AjustesAlerta);
export type EdicaoAjustesAlerta = z.infer<typeof EdicaoAjustesAlerta>;

/** 'Ciente de todos': for the alarms raised up to the newest one that the person saw. */
export const CienteDeTodos = strictInput({ ate: z.iso.datetime({ error: 'Até: use ISO 8601.' }) });
export type CienteDeTodos = z.infer<typeof CienteDeTodos>;

/** How many alarms this answer closed: 0 when all were closed before. */
export const CientesDados = z.object({ fechados: z.int() });
export type CientesDados = z.infer<typeof CientesDados>;
