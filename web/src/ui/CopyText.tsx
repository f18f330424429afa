import { CopyButton } from './CopyButton.tsx';

/** A text worth quoting to support, with a button that copies it: l, I, 0 and O each of its own look. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      {label}
      <span className="font-mono font-semibold break-all text-text select-all">{text}</span>
      <CopyButton label={label} text={text} />
    </span>
  );
}
