import { compareText } from '../lib/compareText.ts';
import { keptValues } from '../lib/screen/keptValues.ts';
import { emailNow, session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { isClockCompared, serverNow } from '../lib/time/serverClock.ts';
import { connected } from '../lib/wire/connection.ts';
import { asApiError, isApiError } from '../lib/wire/errors.ts';
import { logFailure } from '../lib/wire/log.ts';
import { OUTBOX } from '../lib/wire/offline.ts';
import { undoRegistro } from '../passagens/api.ts';
import { type GateRegistro, sendRegistro } from './api.ts';
import { noteEnviado, removeRegistrado } from './registrados.ts';

/** A registration that waits for the server. */
export type QueuedRegistro = GateRegistro & {
  de: string;
  /** The sentence of its refusal. */
  recusa?: string;
  /** It was sent without an answer: the server may have it. */
  tentado?: boolean;
  /** Its time is the device's own: the page had no answer of the server yet. */
  horaDoAparelho?: boolean;
  /** It was undone after it was sent: sent again, it is undone there too. */
  desfeito?: boolean;
};

/** Oldest first. */
export const fila = createStore<readonly QueuedRegistro[]>([]);
const guardados = keptValues(OUTBOX);

const isMine = (valor: unknown): valor is QueuedRegistro =>
  typeof valor === 'object' && valor !== null && 'de' in valor && valor.de === emailNow();
const log = (error: unknown) => logFailure('outbox', error);

/** As long as the server knows a key again: an older registration could be stored twice. */
const GUARDADA_MS = 7 * 86_400_000;

const ANTIGO = 'Enviado há mais de sete dias, sem resposta: confira no histórico se foi gravado.';

const isOld = ({ instante }: QueuedRegistro): boolean =>
  Date.parse(instante) < serverNow() - GUARDADA_MS;

/**
 * Reads what an earlier visit of the same person could not send. What another person left here waits
 * for that person, for a week.
 */
export async function loadFila(): Promise<readonly QueuedRegistro[]> {
  const todos = (await guardados.all()) as QueuedRegistro[];
  const lidos = todos
    .filter(isMine)
    .map((item) => (item.tentado && isOld(item) ? { recusa: ANTIGO, ...item } : item));
  fila.set((atual) => {
    const novos = lidos.filter(({ chave }) => atual.every((item) => item.chave !== chave));
    if (novos.length === 0) return atual;
    return [...novos, ...atual].sort((a, b) => compareText(a.instante, b.instante));
  });
  const alheios = todos.filter((item) => item.de !== emailNow() && isOld(item));
  for (const { chave } of alheios) await guardados.remove(chave).catch(log);
  return fila.get();
}

/** Stores a registration of a person until the server has answered it, also over a reload. */
export async function enqueue(
  registro: GateRegistro,
  { de, tentado }: { de: string; tentado: boolean },
): Promise<void> {
  const item = { ...registro, de, tentado, horaDoAparelho: !isClockCompared() };
  // Stored first: the page may be closed as soon as the screen says that it waits.
  await guardados.put(item.chave, item).catch(log);
  // Meanwhile the person may have left, or `loadFila` may have read it.
  fila.set((atual) =>
    isMine(item) && atual.every(({ chave }) => chave !== item.chave) ? [...atual, item] : atual,
  );
}

export async function discard(chave: string): Promise<void> {
  fila.set((atual) => atual.filter((item) => item.chave !== chave));
  await guardados.remove(chave).catch(log);
}

async function change(chave: string, campos: Partial<QueuedRegistro>): Promise<void> {
  const antes = fila.get().find((item) => item.chave === chave);
  if (!antes) return;
  const depois = { ...antes, ...campos };
  fila.set((atual) => atual.map((item) => (item.chave === chave ? depois : item)));
  await guardados.put(chave, depois).catch(log);
}

const isDesfeito = (chave: string): boolean =>
  fila.get().some((item) => item.chave === chave && item.desfeito);

/** Undoes a waiting registration; false when it does not wait any more. */
export async function undoQueued(chave: string): Promise<boolean> {
  const item = fila.get().find((esperando) => esperando.chave === chave);
  if (!item) return false;
  await (item.tentado ? change(chave, { desfeito: true }) : discard(chave));
  return true;
}

/** Faults that a later try may pass: the queue stops there, so that its order is kept. */
const isTemporary = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status < 400 ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  // Another request with the same key is being answered now.
  (error.status === 409 && error.esperar !== undefined);

/** Corrected once, before the first send: repeated with another time it would be another passage. */
function timeOf({ instante, tentado, horaDoAparelho }: QueuedRegistro): string {
  if (tentado || !horaDoAparelho) return instante;
  const certo = Date.parse(instante) + serverNow() - Date.now();
  return new Date(Math.min(certo, serverNow())).toISOString();
}

let enviando = false;

/** Sends the queue, oldest first. A refused registration stays on screen with its sentence. */
export async function sendFila(): Promise<void> {
  if (enviando) return;
  enviando = true;
  try {
    for (;;) {
      const item = fila.get().find((esperando) => isMine(esperando) && !esperando.recusa);
      if (!item || !connected.get()) return;
      const { chave, placa, sentido, conferida = false } = item;
      const instante = timeOf(item);
      await change(chave, { tentado: true, instante });
      // Another person may have signed in meanwhile.
      if (!isMine(item)) return;
      try {
        const { data } = await sendRegistro({ chave, placa, sentido, instante, conferida });
        if (isDesfeito(chave)) await undoRegistro(data.id);
        noteEnviado(chave, data.id);
        await discard(chave);
      } catch (error) {
        if (isTemporary(error)) return log(error);
        if (isDesfeito(chave)) await discard(chave);
        else {
          await change(chave, { recusa: asApiError(error).mensagem });
          removeRegistrado(chave);
        }
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
