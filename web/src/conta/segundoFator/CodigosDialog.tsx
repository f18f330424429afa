import { useRef, useState } from 'react';
import { copyText } from '../../lib/screen/clipboard.ts';
import { useUser } from '../../lib/session/session.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useOnceGuard } from '../../ui/dialog/useLeaveGuard.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';

type CodigosDialogProps = { codigos: readonly string[]; onClose: () => void };

/** Shows the recovery codes once: it closes when the person confirms that they are stored. */
export function CodigosDialog({ codigos, onClose }: CodigosDialogProps) {
  const { email } = useUser();
  const [isKept, setKept] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const [copied, setCopied] = useState<boolean>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const text = asText(email, codigos);
  const perguntaDeSaida = useOnceGuard(!isKept);

  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      (error) => {
        logFailure('copy', error);
        setCopied(false);
      },
    );
  const close = () => {
    if (isKept) onClose();
    else setMissed(true);
  };

  return (
    <Dialog
      open
      title="Códigos de recuperação"
      description="Guarde-os fora deste aparelho. Cada um permite entrar uma vez, sem o aplicativo ou a chave. Eles não serão mostrados de novo."
      width={520}
      initialFocus={copyButton}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Concluir
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <ul
          aria-label="Códigos"
          className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-border bg-bg p-4 font-mono text-lg select-text max-phone:grid-cols-1"
        >
          {codigos.map((codigo) => (
            <li key={codigo} className="text-center">
              {codigo}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button ref={copyButton} icon={copied ? 'check' : 'copy'} onClick={copy}>
            Copiar
          </Button>
          <Button onClick={() => download(text)}>Baixar</Button>
          <p role="status" className="self-center text-sm text-muted">
            {copied === true && 'Copiado.'}
            {copied === false && 'O navegador não permitiu copiar.'}
          </p>
        </div>
        <Checkbox
          label="Guardei os códigos"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        {isMissed && !isKept && (
          <Alert tone="warning" role="alert">
            Antes de concluir, guarde os códigos e marque a caixa acima.
          </Alert>
        )}
      </div>
      {perguntaDeSaida}
    </Dialog>
  );
}

const asText = (email: string, codigos: readonly string[]): string =>
  [`UNIPARK · códigos de recuperação de ${email}`, ...codigos, ''].join('\n');

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'unipark-codigos-de-recuperacao.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
