import { type Notice, notices, useNotices } from '../../lib/screen/notices.ts';
import { DRAFT_PREFIX } from '../../lib/session/storedUser.ts';

/** Deleted at sign-out with the drafts of forms. */
const KEPT = `${DRAFT_PREFIX}mensagens`;

/** How many unread messages need somebody: a success needs nobody. */
export const useUnread = (): number =>
  useNotices().filter(({ kind, read }) => !read && kind !== 'success').length;

/** The messages that this tab kept, without their actions, which belong to a page that is gone. */
function readKept(): Notice[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    if (!Array.isArray(kept)) return [];
    // New messages count up from 1.
    return kept.map((notice: Notice, i) => ({ ...notice, id: -1 - i, at: new Date(notice.at) }));
  } catch {
    return [];
  }
}

/** Keeps the bell's messages over a reload of this tab, until sign-out. */
export function keepNotices(): () => void {
  // Within one page the store still has them.
  if (notices.get().length === 0) notices.set(readKept());
  return notices.subscribe(() => {
    const plain = notices.get().map(({ action: _action, ...notice }) => notice);
    if (plain.length > 0) sessionStorage.setItem(KEPT, JSON.stringify(plain));
    else sessionStorage.removeItem(KEPT);
  });
}
