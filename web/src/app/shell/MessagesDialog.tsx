import { markAllRead } from '../../lib/screen/notices.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { NoticeList } from './NoticeList.tsx';

/** The messages on a phone, where the header has no room for the bell. */
export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const close = () => {
    markAllRead();
    onClose();
  };
  return (
    <Dialog open title="Mensagens desta sessão" dismissible onClose={close}>
      <NoticeList onDone={close} />
    </Dialog>
  );
}
