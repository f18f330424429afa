import { markAllRead, useUnread } from '../lib/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { NoticeList } from './NoticeList.tsx';

/** The session's messages under a bell with the number of those not yet read. */
export function Bell() {
  const unread = useUnread();
  return (
    <Popover
      icon="bell"
      size={48}
      badge={unread}
      label={unread > 0 ? `Mensagens, ${unread} por ler` : 'Mensagens'}
      title="Mensagens desta sessão"
      onOpenChange={(open) => {
        // Read once seen: the marks go when the panel closes.
        if (!open) markAllRead();
      }}
    >
      {(close) => <NoticeList onDone={close} />}
    </Popover>
  );
}
