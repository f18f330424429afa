import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { createStore } from '../../lib/store.ts';
import { type ToastAction, ToastContent, type ToastKind } from './ToastContent.tsx';

/** How often each shown message was repeated: equal ones merge into '×3'. */
const times = createStore<Readonly<Record<string, number>>>({});
let shown = 0;

/** Failures on screen, each with the instant of its toast. */
const failures = new Map<string, number>();
/** A failure and the navigation that it causes belong together: this toast stays. */
const SAME_ACT_MS = 1_000;

/** On another screen the failures of the last one leave; the bell keeps them. */
export function leaveFailures(): void {
  for (const [id, at] of failures) if (Date.now() - at > SAME_ACT_MS) toast.dismiss(id);
}

const setTimes = (message: string, count: number): void =>
  times.set((before) => ({ ...before, [message]: count }));

/** Shows a toast. Without a container it waits for one. */
export function notify(kind: ToastKind, text: string, action?: ToastAction): void {
  // An action belongs to its own message, so that one does not merge with another.
  const message = action ? `${kind}:${text}:${shown}` : `${kind}:${text}`;
  const count = times.get()[message] ?? 0;
  setTimes(message, count + 1);
  if (count > 0) return;
  shown += 1;
  const toastId = `aviso-${shown}`;
  if (kind === 'error') failures.set(toastId, Date.now());
  toast(createElement(ToastContent, { kind, text, message, times, action }), {
    // A new id each time: the same message may come while its toast fades out.
    toastId,
    type: kind,
    // The content's bar ends it; with a time here the library pauses the bar under the pointer.
    ...(action && { autoClose: 15_000 }),
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    onClose: () => {
      failures.delete(toastId);
      setTimes(message, 0);
    },
  });
}
