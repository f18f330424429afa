/** The alarm's sound: what the listener wants, and what the browser really lets through. */
import { somPreferido } from '../lib/alarmSound.ts';
import { logFailure } from '../lib/log.ts';
import { announce } from '../lib/notices.ts';
import { createPreference } from '../lib/preference.ts';
import { createStore } from '../lib/store.ts';

export { somPreferido };

export type Som = 'ligado' | 'desligado' | 'bloqueado';

/** What the browser's audio says of itself; undefined before it was asked, or where there is none. */
export const audio = createStore<AudioContextState | undefined>(undefined);

/** Whether this browser ever let the sound through. */
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
/** A browser that lets sound through says so well within this time. */
const RESPOSTA_MS = 1_000;

/** Wanted and allowed is Ligado; wanted and not (yet) allowed is Bloqueado, never silence unsaid. */
export function estadoDoSom(
  preferido: 'ligado' | 'desligado',
  estado: AudioContextState | undefined,
): Som {
  if (preferido === 'desligado') return 'desligado';
  return estado === 'running' ? 'ligado' : 'bloqueado';
}

export const somAgora = (): Som => estadoDoSom(somPreferido.get(), audio.get());

audio.subscribe(() => {
  if (somAgora() === 'ligado') somOuvido.set('sim');
});

/** The audio of this page, made with the first use; its state is `audio` from then on. */
function open(): AudioContext | undefined {
  if (!contexto && typeof AudioContext === 'function') {
    contexto = new AudioContext();
    contexto.addEventListener('statechange', () => audio.set(contexto?.state));
    audio.set(contexto.state);
  }
  return contexto;
}

/** Asks the browser to let sound through; only a gesture makes it say yes. */
async function unlock(): Promise<boolean> {
  const dele = open();
  if (!dele) return false;
  // Without a gesture the promise waits for one: the state tells, not the promise.
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
    // A soft edge: a tone cut off clicks.
    volume.gain.setValueAtTime(0, de);
    volume.gain.linearRampToValueAtTime(0.4, de + 0.01);
    volume.gain.setValueAtTime(0.4, de + DURACAO - 0.03);
    volume.gain.linearRampToValueAtTime(0, de + DURACAO);
    tom.connect(volume).connect(contexto.destination);
    tom.start(de);
    tom.stop(de + DURACAO);
  }
}

/** The alarm, where sound is wanted and allowed. */
export function soar(): void {
  if (somAgora() === 'ligado') play(TONS);
}

/** What the button does: unlocks what is blocked, with a short tone to hear; else on and off. */
export async function mudarSom(): Promise<void> {
  if (somAgora() === 'ligado') return somPreferido.set('desligado');
  somPreferido.set('ligado');
  if (await unlock()) play(TONS.slice(0, 1));
  else announce('warning', 'O navegador não deixa tocar o som. Confira as permissões do site.');
}

/**
 * Asks for the audio as soon as an alarm may come, and again with each gesture while the browser
 * waits for one. Answers how to stop listening.
 */
export function prepararSom(): () => void {
  const tentar = () => {
    if (somAgora() === 'bloqueado') void unlock();
  };
  const tecla = ({ target }: KeyboardEvent) => {
    // A key on a button ends in a click, and this click is the button's own.
    if (!(target instanceof HTMLButtonElement)) tentar();
  };
  if (somPreferido.get() === 'ligado') open();
  document.addEventListener('click', tentar);
  document.addEventListener('keydown', tecla);
  return () => {
    document.removeEventListener('click', tentar);
    document.removeEventListener('keydown', tecla);
  };
}
