/** One try at a camera: from the request for a source until the source has stopped. */
import type { MotivoCamera } from '@unipark/contract/camera';
import { toMotivo } from '../reasons.ts';
import type { Source, SourceListener } from './source.ts';

interface Attempt {
  createSource: () => Promise<Source>;
  ouvinte: Pick<SourceListener, 'onInit' | 'onFragment'>;
  /** Limit to the first frame; the camera's first key and the engine's start take seconds. */
  firstMs: number;
  /** Limit between two frames. */
  stallMs: number;
  signal: AbortSignal;
}

interface Outcome {
  /** null when `signal` ended the try. */
  motivo: MotivoCamera | null;
  /** Resolves after the source stopped; the next try waits for it. */
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
      // After a pause of the whole process the frames have arrived but are not read yet.
      setImmediate(() => {
        if (acabou) return;
        if (frames !== vistos) relogio.refresh();
        else end(init ? 'stalled' : 'unreachable');
      });
    };
    let relogio = setTimeout(late, firstMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();

    const guarded = (take: () => void): void => {
      if (acabou) return;
      try {
        take();
      } catch (error) {
        end(toMotivo(error));
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
        // A source that is ready too late was never started; it is stopped.
        if (acabou) return nova.stop();
        nova.start(listener);
      })
      .catch((error: unknown) => {
        if (!acabou) end(toMotivo(error));
      });
  });

  return { motivo, stopped: source?.stop().catch(() => undefined) ?? Promise.resolve() };
}
