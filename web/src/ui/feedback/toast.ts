import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { createStore } from '../../lib/store.ts';
import { ToastContent, type ToastKind } from './ToastContent.tsx';

/** How often each shown message was repeated: equal ones merge into '×3'. */
const times = createStore<Readonly<Record<string, number>>>({});
let shown = 0;

const setTimes = (message: string, count: number): void =>
  times.set((before) => ({ ...before, [message]: count }));

/** Shows a toast. Without a container it waits for one. */
export function notify(kind: ToastKind, text: string): void {
  const message = `${kind}:${text}`;
  const count = times.get()[message] ?? 0;
  setTimes(message, count + 1);
  if (count > 0) return;
  shown += 1;
  toast(createElement(ToastContent, { kind, text, message, times }), {
    // A new id each time: the same message may come while its toast fades out.
    toastId: `aviso-${shown}`,
    type: kind,
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    onClose: () => setTimes(message, 0),
  });
}
