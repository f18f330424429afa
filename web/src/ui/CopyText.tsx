import { useState } from 'react';
import { IconButton } from './IconButton.tsx';

/** A text worth quoting to support, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Without a secure context there is no clipboard: the text can still be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      {label}
      <span className="font-semibold break-all text-text select-all tabular">{text}</span>
      <IconButton icon={copied ? 'check' : 'copy'} label={`Copiar ${label}`} onClick={copy} />
      <span role="status" className="sr-only">
        {copied ? 'Copiado.' : ''}
      </span>
    </span>
  );
}
