import { Link } from 'react-router';
import { KEY_ROWS, type KeyRow } from '../../lib/screen/keys.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Keys } from './Keys.tsx';

/** Every key of the list, under the place where it works. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const places = [...new Set(KEY_ROWS.map(({ at }) => at))];
  return (
    <Dialog open title="Atalhos do teclado" width={760} dismissible onClose={onClose}>
      <div className="gap-x-10 tablet:columns-2">
        {places.map((place) => (
          <Place key={place} name={place} rows={KEY_ROWS.filter(({ at }) => at === place)} />
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">
        Os atalhos de uma tecla podem ser desligados no{' '}
        <Link to="/perfil" onClick={onClose}>
          perfil
        </Link>{' '}
        e nunca valem dentro de um campo.
      </p>
    </Dialog>
  );
}

function Place({ name, rows }: { name: string; rows: readonly KeyRow[] }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1.5 text-sm text-muted">{name}</h3>
      <dl className="grid grid-cols-[7rem_1fr] items-center gap-x-4 gap-y-1.5">
        {rows.map(({ keys, does }) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
