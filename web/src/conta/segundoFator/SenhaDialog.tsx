import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { focusInvalid } from '../../lib/screen/focusInvalid.ts';
import { useUser } from '../../lib/session/session.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';

type SenhaDialogProps = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** False for an account of single sign-on: the server checks how recent its sign-in is. */
  withSenha: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm: (senha: string | null) => void;
  onClose: () => void;
  /** Fields before the password, and the one that gets the focus. */
  children?: ReactNode;
  firstField?: RefObject<HTMLInputElement | null>;
};

/** Asks for the password before the account's protection changes. */
export function SenhaDialog({
  title,
  text,
  confirmLabel,
  danger = false,
  withSenha,
  isPending,
  error,
  onConfirm,
  onClose,
  children,
  firstField,
}: SenhaDialogProps) {
  const { email } = useUser();
  const [senha, setSenha] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();
  const campos = error ? asApiError(error).campos : {};
  // A sentence under a field is not repeated above the form.
  const isOfField = campos.senha || (firstField && Object.keys(campos).length > 0);
  const other = error && !isOfField ? asApiError(error).mensagem : undefined;

  useEffect(() => {
    if (error) focusInvalid(document.getElementById(formId));
  }, [error, formId]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(withSenha ? senha : null);
    input.current?.focus();
  };

  return (
    <Dialog
      open
      title={title}
      description={text}
      width={480}
      initialFocus={firstField ?? input}
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            loading={isPending}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {withSenha && (
          <>
            {/* For password managers. */}
            <input type="hidden" name="email" autoComplete="username" value={email} />
            <Field label="Senha" error={campos.senha}>
              {(control) => (
                <PasswordInput
                  {...control}
                  ref={input}
                  name="password"
                  autoComplete="current-password"
                  value={senha}
                  onChange={(event) => setSenha(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        {other && (
          <Alert tone="danger" role="alert">
            {other}
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
