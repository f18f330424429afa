import { useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { logFailure } from '../lib/log.ts';
import { IconButton } from './IconButton.tsx';

/** A text worth quoting to support, with a button that copies it: l, I, 0 and O each of its own look. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      (error) => {
        logFailure('copy', error);
        setCopied(false);
      },
    );
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      {label}
      <span className="font-mono font-semibold break-all text-text select-all">{text}</span>
      <IconButton icon={copied ? 'check' : 'copy'} label={`Copiar ${label}`} onClick={copy} />
      <span role="status" className={copied === false ? undefined : 'sr-only'}>
        {copied === true && 'Copiado.'}
        {copied === false && 'O navegador não permitiu copiar.'}
      </span>
    </span>
  );
}
