import { session } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';
import { logFailure } from '../wire/log.ts';
import { whenIdle } from '../wire/parts.ts';

export type NoticeKind = 'success' | 'error' | 'info' | 'warning';
export type NoticeAction = {
  label: string;
  run: () => void;
  /** Also a button in the toast, which then stays longer. */
  inToast?: boolean;
};

/** A message of this session; the bell keeps it after the toast has disappeared. */
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

type NoticeExtra = Pick<Notice, 'detail' | 'action'>;

const KEPT = 200;
export const notices = createStore<Notice[]>([]);
let lastId = 0;

/** True after the first toast: then the page mounts the container. */
export const toasterWanted = createStore(false);

const loadToast = () => import('../../ui/feedback/toast.ts');
// Loaded early: the first toast may say that the server is offline.
whenIdle(loadToast);

/** Shows a toast and keeps the message in the bell. */
export function announce(kind: NoticeKind, text: string, extra: NoticeExtra = {}): void {
  keep(kind, text, extra);
  toasterWanted.set(true);
  loadToast()
    .then(({ notify }) => notify(kind, text, extra.action?.inToast ? extra.action : undefined))
    .catch((error: unknown) => logFailure('toast', error));
}

/** Adds a message to the bell without a toast, when the screen shows it in another way. */
export function keep(kind: NoticeKind, text: string, extra: NoticeExtra = {}): void {
  lastId += 1;
  const notice = { id: lastId, kind, text, ...extra, at: new Date(), read: false };
  notices.set((before) => [notice, ...before].slice(0, KEPT));
}

/** Gives a message that survived a reload its action again. False when the bell has no such message. */
export function renewAction(text: string, extra: NoticeExtra): boolean {
  const isSame = (notice: Notice) => notice.text === text && notice.detail === extra.detail;
  if (!notices.get().some(isSame)) return false;
  notices.set((before) =>
    before.map((notice) => (isSame(notice) ? { ...notice, ...extra } : notice)),
  );
  return true;
}

/** Newest first. */
export const useNotices = (): Notice[] => useStore(notices);

export function markAllRead(): void {
  notices.set((before) => before.map((notice) => ({ ...notice, read: true })));
}

// The next person must not see the messages of this one.
session.subscribe(() => {
  if (session.get().status === 'signedOut') notices.set([]);
});
