import { Link } from 'react-router';
import { clock } from '../lib/format.ts';
import { useMinute } from '../lib/useMinute.ts';

/** Date and hour of São Paulo; leads home. */
export function Clock() {
  const now = useMinute();
  return (
    <Link
      to="/home"
      title="Página Inicial"
      className="inline-flex min-h-11 items-center rounded-control text-lg font-semibold whitespace-nowrap text-text tablet:px-3 max-tablet:px-1 max-tablet:text-base max-[360px]:px-0! max-[360px]:text-xs!"
    >
      <span className="sr-only">Página Inicial, </span>
      <time dateTime={now.toISOString()}>{clock(now)}</time>
    </Link>
  );
}
