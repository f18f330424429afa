import { type Notice, useNotices } from '../../lib/screen/notices.ts';
import { hour } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { FraseComPlacas } from '../../veiculos/placa/FraseComPlacas.tsx';

const ICONS: Record<Notice['kind'], IconName> = {
  success: 'check',
  error: 'warning',
  info: 'info',
  warning: 'warning',
};
const COLORS: Record<Notice['kind'], string> = {
  success: 'text-positive',
  error: 'text-danger',
  info: 'text-primary',
  warning: 'text-warning',
};

export function NoticeList({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  if (notices.length === 0) return <p className="text-muted">Nenhuma mensagem.</p>;
  return (
    <ul className="flex flex-col gap-4">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} onDone={onDone} />
      ))}
    </ul>
  );
}

function NoticeLine({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { action } = notice;
  return (
    <li className="flex gap-3">
      <Icon name={ICONS[notice.kind]} size={20} className={`mt-0.5 ${COLORS[notice.kind]}`} />
      <div className="min-w-0 grow">
        <p className={notice.read ? 'font-medium' : 'font-bold'}>
          <FraseComPlacas texto={notice.text} />
        </p>
        {notice.detail && (
          <p className="text-sm text-muted">
            <FraseComPlacas texto={notice.detail} />
          </p>
        )}
        {action && (
          <Button
            className="mt-2"
            onClick={() => {
              onDone();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <time dateTime={notice.at.toISOString()} className="text-xs text-muted">
        {hour(notice.at)}
      </time>
    </li>
  );
}
