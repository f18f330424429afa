import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { asApiError, sentenceOf, TEXTO_INESPERADO } from '../../lib/errors.ts';
import { focusInvalid } from '../../lib/focusInvalid.ts';
import { useUser } from '../../lib/session.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';

type SenhaDialogProps = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** An account of single sign-on has none: the server looks at how long ago it signed in. */
  withSenha: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm: (senha: string | null) => void;
  onClose: () => void;
  /** More to fill in, before the password, and where that begins. */
  children?: ReactNode;
  firstField?: RefObject<HTMLInputElement | null>;
};

/** The password again, before the account's protection changes. */
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
  // What stands under a field is said once.
  const isOfField = campos.senha || (firstField && Object.keys(campos).length > 0);
  const other = error && !isOfField ? (sentenceOf(error) ?? TEXTO_INESPERADO) : undefined;

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
            {/* For password managers; the person stays the same. */}
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
