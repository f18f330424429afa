import { cx } from '../cx.ts';

type ShortLabelProps = {
  /** The whole name: shown where there is place, and always read. */
  full: string;
  short: string;
  /** An icon stands beside it, and alone on a narrow screen. */
  withIcon?: boolean;
};

/** A label that is shorter between a phone and a wide screen, and keeps its name for readers. */
export const ShortLabel = ({ full, short, withIcon = false }: ShortLabelProps) => (
  <>
    <span className="tablet:max-[1439.98px]:sr-only">{full}</span>
    <span
      aria-hidden="true"
      className={cx('hidden min-[1440px]:hidden', withIcon ? 'desktop:inline' : 'tablet:inline')}
    >
      {short}
    </span>
  </>
);
