/** The real application beside a mail server of its own, and what its letters say. */
import { buildTestApp, type TestApp } from './app.ts';
import { type Recebida, startSmtp } from './smtp.ts';

export interface AppComCorreio extends TestApp {
  /** Every letter so far to an address, the oldest first. */
  cartas(para: string): Recebida[];
  /** Waits until `n` letters in all have come. */
  chegam(n: number): Promise<Recebida[]>;
  /** Waits for the next letter to an address after `antes` of them. */
  proxima(para: string, antes?: number): Promise<Recebida>;
}

const PRAZO_MS = 5_000;

/** Builds the application with mail; `env` and the rest as `buildTestApp`. */
export async function buildComCorreio({
  env = {},
  ...resto
}: Parameters<typeof buildTestApp>[0] = {}): Promise<AppComCorreio> {
  const caixa = await startSmtp();
  const correio = { SMTP_URL: caixa.url, MAIL_FROM: 'UNIPARK <unipark@exemplo.br>' };
  const teste = await buildTestApp({ env: { ...correio, ...env }, ...resto });
  const cartas = (para: string) => caixa.recebidas.filter((carta) => carta.para.includes(para));
  return {
    ...teste,
    cartas,
    chegam: (n) => caixa.chegam(n),
    async proxima(para, antes = 0) {
      // A test may hold the clock of the calendar still.
      const fim = performance.now() + PRAZO_MS;
      for (;;) {
        const carta = cartas(para)[antes];
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

/** What stands behind `#name=` in a letter's link. */
export const linkDe = ({ text = '' }: Recebida, nome: 'token' | 'confirmar' | 'convite'): string =>
  new RegExp(`#${nome}=([\\w-]{43})$`, 'm').exec(text)?.[1] ?? '';
