/** Calls to the devices of staff when an alarm is raised: through the browser maker's service. */
import * as z from 'zod/mini';
import { TIPOS_ALERTA } from './alerta.ts';
import { formatHora } from './horaLocal.ts';
import { strictInput } from './texto.ts';

const HORA = { error: 'Horário: use horas e minutos, como 22:00.' };
const Hora = z.string(HORA).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, HORA));

/** Hours of the day in São Paulo in which a device is not called; the end may be on the next day. */
export const Silencio = strictInput({ de: Hora, ate: Hora }).check(
  z.refine(({ de, ate }) => de !== ate, {
    error: 'Horário: o início e o fim são iguais.',
    path: ['ate'],
  }),
);
export type Silencio = z.infer<typeof Silencio>;

const CHAVE = { error: 'Chave do navegador inválida.' };

/** The subscription as the browser gives it, and the quiet hours. */
export const NovoAparelho = strictInput({
  endpoint: z
    .string({ error: 'Endereço de aviso inválido.' })
    .check(z.maxLength(2_048, { error: 'Endereço de aviso longo demais.' })),
  p256dh: z.string(CHAVE).check(z.regex(/^[\w-]{86,88}=?$/, CHAVE)),
  auth: z.string(CHAVE).check(z.regex(/^[\w-]{22,24}={0,2}$/, CHAVE)),
  silencio: z.nullable(Silencio),
  /** The subscription that this one replaces, when the browser renewed it. */
  anterior: z.optional(z.string().check(z.maxLength(2_048))),
});
export type NovoAparelho = z.infer<typeof NovoAparelho>;

export const EdicaoAparelho = strictInput({ silencio: z.nullable(Silencio) });

/** A device that is called. */
export const Aparelho = z.object({
  /** Drawn from the endpoint: see `server/src/avisos`. */
  id: z.string(),
  /** The user agent of its browser. */
  agente: z.nullable(z.string()),
  silencio: z.nullable(z.object({ de: z.string(), ate: z.string() })),
  criado_em: z.string(),
  enviado_em: z.nullable(z.string()),
  /** Not called until then, because its service failed repeatedly. */
  pausado_ate: z.nullable(z.string()),
});
export type Aparelho = z.infer<typeof Aparelho>;

/** Only the administration switches it on. */
export const AjustesAvisos = strictInput({
  ligado: z.boolean({ error: 'Ligado: use true ou false.' }),
});
export type AjustesAvisos = z.infer<typeof AjustesAvisos>;

/** What a browser needs to subscribe; no key while the calls are switched off. */
export const EstadoAvisos = z.object({ ligado: z.boolean(), chave: z.nullable(z.string()) });
export type EstadoAvisos = z.infer<typeof EstadoAvisos>;

/** All that is sent to a device: no plate and no name. */
export const MensagemAviso = z.object({ tipo: z.enum(TIPOS_ALERTA), passagem: z.string() });
export type MensagemAviso = z.infer<typeof MensagemAviso>;

/** Whether the instant is within the quiet hours: from the first minute, up to the last one. */
export function isSilencio(silencio: Silencio | null, instante: Date): boolean {
  if (!silencio) return false;
  const { de, ate } = silencio;
  const agora = formatHora(instante);
  return de < ate ? agora >= de && agora < ate : agora >= de || agora < ate;
}
