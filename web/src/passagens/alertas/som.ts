import { createPreference } from '../../lib/preference.ts';
import { somPreferido } from '../../lib/screen/alarmSound.ts';
import { announce } from '../../lib/screen/notices.ts';
import { createStore } from '../../lib/store.ts';
import { logFailure } from '../../lib/wire/log.ts';

export { somPreferido };

export type SoundState = 'ligado' | 'desligado' | 'bloqueado';

/** The state of the browser's audio; undefined before the first use, or without audio. */
export const audio = createStore<AudioContextState | undefined>(undefined);

/** Whether this browser has ever allowed the sound. */
export const somOuvido = createPreference('unipark.som.ouvido', ['sim', 'nao'], 'nao');

let contexto: AudioContext | undefined;

/** Two tones, high and low, twice: seconds from the start. */
const TONS: readonly [inicio: number, hertz: number][] = [
  [0, 988],
  [0.22, 740],
  [0.55, 988],
  [0.77, 740],
];
const DURACAO = 0.2;
/** A browser that allows the sound says so within this time. */
const RESPOSTA_MS = 1_000;

/** Wanted and allowed is Ligado; wanted and not allowed is Bloqueado, which the screen shows. */
export function getSom(
  preferido: 'ligado' | 'desligado',
  estado: AudioContextState | undefined,
): SoundState {
  if (preferido === 'desligado') return 'desligado';
  return estado === 'running' ? 'ligado' : 'bloqueado';
}

export const readSom = (): SoundState => getSom(somPreferido.get(), audio.get());

audio.subscribe(() => {
  if (readSom() === 'ligado') somOuvido.set('sim');
});

/** The audio of this page, created at the first use; from then on `audio` is its state. */
function open(): AudioContext | undefined {
  if (!contexto && typeof AudioContext === 'function') {
    contexto = new AudioContext();
    contexto.addEventListener('statechange', () => audio.set(contexto?.state));
    audio.set(contexto.state);
  }
  return contexto;
}

/** Asks the browser to allow the sound; it agrees only after a gesture. */
async function unlock(): Promise<boolean> {
  const dele = open();
  if (!dele) return false;
  // Without a gesture the promise stays pending: the state decides.
  const pedido = dele.resume().catch((error: unknown) => logFailure('sound', error));
  await Promise.race([pedido, new Promise((resolve) => setTimeout(resolve, RESPOSTA_MS))]);
  audio.set(dele.state);
  return dele.state === 'running';
}

function play(tons: typeof TONS): void {
  if (contexto?.state !== 'running') return;
  for (const [inicio, hertz] of tons) {
    const tom = contexto.createOscillator();
    const volume = contexto.createGain();
    const de = contexto.currentTime + inicio;
    tom.frequency.value = hertz;
    // The volume rises and falls: a tone that is cut off clicks.
    volume.gain.setValueAtTime(0, de);
    volume.gain.linearRampToValueAtTime(0.4, de + 0.01);
    volume.gain.setValueAtTime(0.4, de + DURACAO - 0.03);
    volume.gain.linearRampToValueAtTime(0, de + DURACAO);
    tom.connect(volume).connect(contexto.destination);
    tom.start(de);
    tom.stop(de + DURACAO);
  }
}

/** Plays the alarm where the sound is wanted and allowed. */
export function playAlarm(): void {
  if (readSom() === 'ligado') play(TONS);
}

/** The action of the button: unblocks the sound with a short tone, else switches it on or off. */
export async function toggleSom(): Promise<void> {
  if (readSom() === 'ligado') return somPreferido.set('desligado');
  somPreferido.set('ligado');
  if (await unlock()) play(TONS.slice(0, 1));
  else announce('warning', 'O navegador bloqueou o som. Confira as permissões do site.');
}

/**
 * Asks whether the sound is allowed. The first audio of a browser holds its page for a third of a
 * second, unless the browser's audio runs already: `enumerateDevices` starts it outside the page's
 * thread and asks for no permission.
 */
export async function openSom(): Promise<void> {
  if (somPreferido.get() !== 'ligado') return;
  await navigator.mediaDevices?.enumerateDevices().catch(() => undefined);
  open();
}

/**
 * Requests the audio at each gesture while it is blocked, so before most alarms come. Returns a
 * function that stops it.
 */
export function prepareSom(): () => void {
  const tryUnlock = () => {
    if (readSom() === 'bloqueado') void unlock();
  };
  const onKey = ({ target }: KeyboardEvent) => {
    // A key on a button causes a click, which the button handles itself.
    if (!(target instanceof HTMLButtonElement)) tryUnlock();
  };
  document.addEventListener('click', tryUnlock);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('click', tryUnlock);
    document.removeEventListener('keydown', onKey);
  };
}
