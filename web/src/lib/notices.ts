import { logFailure } from './log.ts';
import { session } from './session.ts';
import { createStore, useStore } from './store.ts';

export type NoticeKind = 'success' | 'error' | 'info' | 'warning';
export type NoticeAction = { label: string; run: () => void };

/** A message of this session; the bell keeps it after the toast is gone. */
export type Notice = {
  id: number;
  kind: NoticeKind;
  text: string;
  /** The server's own sentence, where it says more than `text`. */
  detail?: string | undefined;
  action?: NoticeAction | undefined;
  at: Date;
  read: boolean;
};

type Extra = Pick<Notice, 'detail' | 'action'>;

const KEPT = 200;
const notices = createStore<Notice[]>([]);
let lastId = 0;

/** True once a toast was asked for, so that the page mounts the container. */
export const toasterWanted = createStore(false);

/** Shows a toast and keeps the message in the bell. The toaster is loaded with the first one. */
export function announce(kind: NoticeKind, text: string, extra: Extra = {}): void {
  keep(kind, text, extra);
  toasterWanted.set(true);
  import('../ui/toast.ts')
    .then(({ notify }) => notify(kind, text))
    .catch((error: unknown) => logFailure('toast', error));
}

/** Into the bell alone, for what is said on screen in another way. */
export function keep(kind: NoticeKind, text: string, extra: Extra = {}): void {
  lastId += 1;
  const notice = { id: lastId, kind, text, ...extra, at: new Date(), read: false };
  notices.set((before) => [notice, ...before].slice(0, KEPT));
}

/** Newest first. */
export const useNotices = (): Notice[] => useStore(notices);

export const useUnread = (): number => useNotices().filter((notice) => !notice.read).length;

export function markAllRead(): void {
  notices.set((before) => before.map((notice) => ({ ...notice, read: true })));
}

// The messages of one person are not for the next.
session.subscribe(() => {
  if (session.get().status === 'signedOut') notices.set([]);
});
