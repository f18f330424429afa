import { useMutation } from '@tanstack/react-query';
import type { TotpNovo } from '@unipark/contract/perfil';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyText } from '../../ui/button/CopyText.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { confirmTotp } from './api.ts';
import { CodigoInput, DIGITS } from './CodigoInput.tsx';

type ConfirmarTotpProps = {
  totp: TotpNovo;
  onDone: (codigos: readonly string[]) => void;
  onClose: () => void;
};

export function ConfirmarTotp({ totp, onDone, onClose }: ConfirmarTotpProps) {
  const [codigo, setCodigo] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();
  const confirm = useMutation(confirmTotp, queryClient);
  const fault = confirm.error && asApiError(confirm.error).mensagem;

  const send = (text: string) =>
    confirm.mutate(text, {
      onSuccess: ({ codigos }) => onDone(codigos),
      onError: () => input.current?.select(),
    });
  const type = (text: string) => {
    setCodigo(text);
    if (text.length === DIGITS && text !== codigo && !confirm.isPending) send(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(codigo);
  };

  return (
    <Dialog
      open
      title="Ler o código QR"
      description="No aplicativo autenticador, adicione uma conta e aponte a câmera para o quadro."
      width={480}
      initialFocus={input}
      busy={confirm.isPending}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={confirm.isPending}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={confirm.isPending}>
            Ativar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {/* White in every theme: cameras read dark on light. */}
        <div className="self-center rounded-control bg-[white] p-3">
          <QRCodeSVG value={totp.uri} size={176} title="Código QR do aplicativo autenticador" />
        </div>
        <div className="flex flex-col items-start gap-1">
          <p className="text-sm text-muted">Sem câmera, digite esta chave no aplicativo:</p>
          <CopyText label="Chave" text={totp.segredo} />
        </div>
        <form id={formId} noValidate onSubmit={submit}>
          <Field label="Código mostrado pelo aplicativo" error={fault}>
            {(control) => (
              <CodigoInput
                control={control}
                ref={input}
                value={codigo}
                onChange={type}
                disabled={confirm.isPending}
              />
            )}
          </Field>
        </form>
      </div>
    </Dialog>
  );
}
