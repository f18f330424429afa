import { useState } from 'react';
import { copyText } from '../../lib/screen/clipboard.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { IconButton } from './IconButton.tsx';

/** Copies a text, and shows whether the browser did. `label` names the text. */
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
  // A changed text has not been copied.
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
