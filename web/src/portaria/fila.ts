import { connected } from '../lib/connection.ts';
import { asApiError, isApiError } from '../lib/errors.ts';
import { keptValues } from '../lib/keptValues.ts';
import { logFailure } from '../lib/log.ts';
import { OUTBOX } from '../lib/offline.ts';
import { session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';
import { enviarRegistro, type Registro } from './api.ts';

/** A registration that waits for the server; `recusa` is the sentence with which it was refused. */
export type NaFila = Registro & { de: string; recusa?: string };

/** Oldest first. */
export const fila = createStore<readonly NaFila[]>([]);
const guardados = keptValues(OUTBOX);

const quem = (): string => {
  const atual = session.get();
  return atual.status === 'signedIn' ? atual.user.email : '';
};
const ehMeu = (valor: unknown): valor is NaFila =>
  typeof valor === 'object' && valor !== null && 'de' in valor && valor.de === quem();
const log = (error: unknown) => logFailure('outbox', error);

/** What an earlier visit of the same person could not send. */
export async function lerFila(): Promise<readonly NaFila[]> {
  const lidos = (await guardados.all()).filter(ehMeu);
  fila.set((atual) => {
    const novos = lidos.filter(({ chave }) => atual.every((item) => item.chave !== chave));
    if (novos.length === 0) return atual;
    return [...novos, ...atual].sort((a, b) => a.instante.localeCompare(b.instante));
  });
  return fila.get();
}

/** Kept until the server has answered it, over a reload as well. */
export async function enfileirar(registro: Registro): Promise<void> {
  const item = { ...registro, de: quem() };
  fila.set((atual) => [...atual, item]);
  await guardados.put(item.chave, item).catch(log);
}

export async function descartar(chave: string): Promise<void> {
  fila.set((atual) => atual.filter((item) => item.chave !== chave));
  await guardados.remove(chave).catch(log);
}

async function recusar(item: NaFila, recusa: string): Promise<void> {
  const recusado = { ...item, recusa };
  fila.set((atual) => atual.map((outro) => (outro.chave === item.chave ? recusado : outro)));
  await guardados.put(item.chave, recusado).catch(log);
}

/** A fault that another try may mend: then the order is kept, and nothing overtakes. */
const passa = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status < 400 ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  // The same registration is being answered to somebody else right now.
  (error.status === 409 && error.esperar !== undefined);

let enviando = false;

/** Sends what waits, oldest first. What the server refuses stays on screen with its sentence. */
export async function enviarFila(): Promise<void> {
  if (enviando) return;
  enviando = true;
  try {
    for (;;) {
      const item = fila.get().find(({ recusa }) => recusa === undefined);
      if (!item || !connected.get()) return;
      const { de: _, recusa: __, ...registro } = item;
      try {
        await enviarRegistro(registro);
        await descartar(item.chave);
      } catch (error) {
        if (passa(error)) return log(error);
        await recusar(item, asApiError(error).mensagem);
      }
    }
  } finally {
    enviando = false;
  }
}

const OLHADA = 5_000;
let timer: ReturnType<typeof setInterval> | undefined;

/** From the first visit on, whatever screen is open: what waits goes out when somebody answers. */
export function vigiarFila(): void {
  void lerFila().then(enviarFila, log);
  if (timer) return;
  connected.subscribe(() => void enviarFila());
  timer = setInterval(() => void enviarFila(), OLHADA);
}

session.subscribe(() => {
  if (session.get().status === 'signedOut') fila.set([]);
});
