import { useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { logFailure } from '../lib/log.ts';
import { IconButton } from './IconButton.tsx';

/** Copies a text, and says whether the browser did. `label` names what is copied. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<{ text: string; done: boolean }>();
  const copy = () =>
    copyText(text).then(
      () => setCopied({ text, done: true }),
      (error) => {
        logFailure('copy', error);
        setCopied({ text, done: false });
      },
    );
  // Another text was not copied yet.
  const done = copied?.text === text ? copied.done : undefined;
  return (
    <>
      <IconButton icon={done ? 'check' : 'copy'} label={`Copiar ${label}`} onClick={copy} />
      <span role="status" className={done === false ? 'text-xs text-muted' : 'sr-only'}>
        {done === true && 'Copiado.'}
        {done === false && 'O navegador não permitiu copiar.'}
      </span>
    </>
  );
}
