/** The real application with its own mail server, and the content of its letters. */
import { buildTestApp, type TestApp } from './app.ts';
import { type ReceivedMail, startSmtp } from './smtp.ts';

export interface AppComCorreio extends TestApp {
  /** Every letter so far to an address, the oldest first. */
  listCartas(para: string): ReceivedMail[];
  /** Waits until `n` letters in total have arrived. */
  waitFor(n: number): Promise<ReceivedMail[]>;
  /** Waits for the next letter to an address after `antes` of them. */
  nextCarta(para: string, antes?: number): Promise<ReceivedMail>;
}

const PRAZO_MS = 5_000;

/** Builds the application with mail; `env` and the other options as in `buildTestApp`. */
export async function buildWithCorreio({
  env = {},
  ...resto
}: Parameters<typeof buildTestApp>[0] = {}): Promise<AppComCorreio> {
  const caixa = await startSmtp();
  const correio = { SMTP_URL: caixa.url, MAIL_FROM: 'UNIPARK <unipark@exemplo.br>' };
  const teste = await buildTestApp({ env: { ...correio, ...env }, ...resto });
  const listCartas = (para: string) => caixa.recebidas.filter((carta) => carta.para.includes(para));
  return {
    ...teste,
    listCartas: listCartas,
    waitFor: (n) => caixa.waitFor(n),
    async nextCarta(para, antes = 0) {
      // By a monotonic clock, because a test may stop the calendar's clock.
      const fim = performance.now() + PRAZO_MS;
      for (;;) {
        const carta = listCartas(para)[antes];
        if (carta) return carta;
        if (performance.now() > fim) throw new Error(`no letter ${antes + 1} to ${para}`);
        await new Promise((pronto) => setTimeout(pronto, 10));
      }
    },
    async close() {
      await teste.close();
      await caixa.stop();
    },
  };
}

/** The text after `#name=` in a letter's link. */
export const linkIn = (
  { text = '' }: ReceivedMail,
  nome: 'token' | 'confirmar' | 'convite',
): string => new RegExp(`#${nome}=([\\w-]{43})$`, 'm').exec(text)?.[1] ?? '';
