import { keptValues } from '../lib/screen/keptValues.ts';
import { session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { connected } from '../lib/wire/connection.ts';
import { asApiError, isApiError } from '../lib/wire/errors.ts';
import { logFailure } from '../lib/wire/log.ts';
import { OUTBOX } from '../lib/wire/offline.ts';
import { type GateRegistro, sendRegistro } from './api.ts';

/** A registration that waits for the server; `recusa` is the sentence of its refusal. */
export type QueuedRegistro = GateRegistro & { de: string; recusa?: string };

/** Oldest first. */
export const fila = createStore<readonly QueuedRegistro[]>([]);
const guardados = keptValues(OUTBOX);

const getEmail = (): string => {
  const atual = session.get();
  return atual.status === 'signedIn' ? atual.user.email : '';
};
const isMine = (valor: unknown): valor is QueuedRegistro =>
  typeof valor === 'object' && valor !== null && 'de' in valor && valor.de === getEmail();
const log = (error: unknown) => logFailure('outbox', error);

/** Reads what an earlier visit of the same person could not send. */
export async function loadFila(): Promise<readonly QueuedRegistro[]> {
  const lidos = (await guardados.all()).filter(isMine);
  fila.set((atual) => {
    const novos = lidos.filter(({ chave }) => atual.every((item) => item.chave !== chave));
    if (novos.length === 0) return atual;
    return [...novos, ...atual].sort((a, b) => a.instante.localeCompare(b.instante));
  });
  return fila.get();
}

/** Stores a registration until the server has answered it, also over a reload. */
export async function enqueue(registro: GateRegistro): Promise<void> {
  const item = { ...registro, de: getEmail() };
  fila.set((atual) => [...atual, item]);
  await guardados.put(item.chave, item).catch(log);
}

export async function discard(chave: string): Promise<void> {
  fila.set((atual) => atual.filter((item) => item.chave !== chave));
  await guardados.remove(chave).catch(log);
}

async function markRecusado(item: QueuedRegistro, recusa: string): Promise<void> {
  const recusado = { ...item, recusa };
  fila.set((atual) => atual.map((outro) => (outro.chave === item.chave ? recusado : outro)));
  await guardados.put(item.chave, recusado).catch(log);
}

/** Faults that a later try may pass: the queue stops there, so that its order is kept. */
const isTemporary = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status < 400 ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  // Another request with the same key is being answered now.
  (error.status === 409 && error.esperar !== undefined);

let enviando = false;

/** Sends the queue, oldest first. A refused registration stays on screen with its sentence. */
export async function sendFila(): Promise<void> {
  if (enviando) return;
  enviando = true;
  try {
    for (;;) {
      const item = fila.get().find(({ recusa }) => recusa === undefined);
      if (!item || !connected.get()) return;
      const { de: _, recusa: __, ...registro } = item;
      try {
        await sendRegistro(registro);
        await discard(item.chave);
      } catch (error) {
        if (isTemporary(error)) return log(error);
        await markRecusado(item, asApiError(error).mensagem);
      }
    }
  } finally {
    enviando = false;
  }
}

const OLHADA = 5_000;
let timer: ReturnType<typeof setInterval> | undefined;

/** Sends the queue when the server answers, on any screen after the first visit. */
export function watchFila(): void {
  void loadFila().then(sendFila, log);
  if (timer) return;
  connected.subscribe(() => void sendFila());
  timer = setInterval(() => void sendFila(), OLHADA);
}

session.subscribe(() => {
  if (session.get().status === 'signedOut') fila.set([]);
});
