import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { ToastContent } from './ToastContent.tsx';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

/** How often each message on show was sent: equal ones merge into '×3'. */
const times = new Map<string, number>();

/** Shows a toast. The container may be mounted later: it waits. */
export function notify(kind: ToastKind, text: string): void {
  const toastId = `${kind}:${text}`;
  const count = (times.get(toastId) ?? 0) + 1;
  times.set(toastId, count);
  const content = createElement(ToastContent, { kind, text, count, key: count });
  if (count > 1) {
    toast.update(toastId, { render: content });
    return;
  }
  toast(content, {
    toastId,
    type: kind,
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
    onClose: () => times.delete(toastId),
  });
}
