import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { cx } from '../cx.ts';
import { Dialog } from './Dialog.tsx';

type ConflictRow = {
  label: string;
  mine: string;
  current: string;
  /** How a value is shown, beside the other one; without it as text. */
  show?: ((value: string, other: string) => ReactNode) | undefined;
};

type Props = {
  title: string;
  rows: ConflictRow[];
  busy?: boolean;
  onMine: () => void;
  onCurrent: () => void;
  /** Back to what was typed, without a choice: Escape and the close button. */
  onBack: () => void;
};

/** Two people changed one record: shows both versions side by side and asks for a choice. */
export function ConflictDialog({ title, rows, busy, onMine, onCurrent, onBack }: Props) {
  return (
    <Dialog
      open
      busy={busy}
      onClose={onBack}
      title={title}
      description="Escolha a versão que deve ficar."
      footer={
        <>
          <Button onClick={onCurrent} disabled={busy}>
            Usar a atual
          </Button>
          <Button variant="primary" onClick={onMine} loading={busy}>
            Usar a minha
          </Button>
        </>
      }
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 pr-3 text-muted">
              Campo
            </th>
            <th scope="col" className="py-2 pr-3 text-muted">
              Minha versão
            </th>
            <th scope="col" className="py-2 pr-3 text-muted">
              Versão atual
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, current, show = String }) => (
            <tr
              key={label}
              className={cx('border-t border-border', mine !== current && 'bg-tint font-semibold')}
            >
              <th scope="row" className="py-2 pr-3 font-normal text-muted">
                {label}
              </th>
              <td className="py-2 pr-3 wrap-anywhere">{show(mine, current)}</td>
              <td className="py-2 pr-3 wrap-anywhere">{show(current, mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
