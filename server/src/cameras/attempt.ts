/** One try at a camera: from asking for its source until nothing of that source is left. */
import type { MotivoCamera } from '@unipark/contract/camera';
import { motivoOf } from './reasons.ts';
import type { Source, SourceListener } from './source.ts';

interface Attempt {
  createSource: () => Promise<Source>;
  ouvinte: Pick<SourceListener, 'onInit' | 'onFragment'>;
  /** To the first frame; a camera's first key and the engine's start take seconds. */
  firstMs: number;
  /** Between two frames. */
  stallMs: number;
  signal: AbortSignal;
}

interface Outcome {
  /** Null when `signal` ended it. */
  motivo: MotivoCamera | null;
  /** Resolves when the source is gone; the next try waits for it. */
  stopped: Promise<void>;
}

/** Runs a try to its end. Never rejects, and neither does `stopped`. */
export async function attempt(options: Attempt): Promise<Outcome> {
  const { createSource, ouvinte, firstMs, stallMs, signal } = options;
  let source: Source | undefined;
  let acabou = false;

  const motivo = await new Promise<MotivoCamera | null>((resolve) => {
    let init = false;
    let frames = 0;
    const end = (porque: MotivoCamera | null): void => {
      acabou = true;
      clearTimeout(relogio);
      signal.removeEventListener('abort', abort);
      resolve(porque);
    };
    const abort = (): void => end(null);
    const late = (): void => {
      const vistos = frames;
      // After a pause of the whole process the frames are there, only not yet read.
      setImmediate(() => {
        if (acabou) return;
        if (frames !== vistos) relogio.refresh();
        else end(init ? 'stalled' : 'unreachable');
      });
    };
    let relogio = setTimeout(late, firstMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();

    const guarded = (tomar: () => void): void => {
      if (acabou) return;
      try {
        tomar();
      } catch (error) {
        end(motivoOf(error));
      }
    };
    const listener: SourceListener = {
      onInit: (lido) =>
        guarded(() => {
          init = true;
          ouvinte.onInit(lido);
        }),
      onFragment: (fragment) =>
        guarded(() => {
          if (!init) return;
          frames += 1;
          if (frames > 1) relogio.refresh();
          else {
            clearTimeout(relogio);
            relogio = setTimeout(late, stallMs);
          }
          ouvinte.onFragment(fragment);
        }),
      onEnd: (porque) => guarded(() => end(porque)),
    };

    Promise.resolve()
      .then(() => createSource())
      .then((nova) => {
        source = nova;
        // A source that comes too late was never started, and is let go.
        if (acabou) return nova.stop();
        nova.start(listener);
      })
      .catch((error: unknown) => {
        if (!acabou) end(motivoOf(error));
      });
  });

  return { motivo, stopped: source?.stop().catch(() => undefined) ?? Promise.resolve() };
}
