import { CopyButton } from './CopyButton.tsx';

/** A text for support with a copy button, in a typeface that tells l, I, 0 and O apart. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      {label}
      <span className="font-mono font-semibold break-all text-text select-all">{text}</span>
      <CopyButton label={label} text={text} />
    </span>
  );
}
