import type { Acesso, Fator } from '@unipark/contract/conta';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/screen/notices.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { CodigoInput, DIGITS } from './CodigoInput.tsx';
import { openPasso } from './pedido.ts';
import { type PassoMode, usePasso } from './usePasso.ts';

type PassoProps = {
  fatores: readonly Fator[];
  /** Called after the sign-in; without it the step shows the welcome. */
  onDone?: () => void;
  /** Returns to the password, with the sentence that ended the step. */
  onBack: (sentence?: string) => void;
  /** False in a dialog, which has a title of its own. */
  titled?: boolean;
};

const HINTS: Record<PassoMode, string> = {
  totp: 'Digite o código de seis dígitos do aplicativo autenticador.',
  codigo: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
  passkey: 'Use a digital, o rosto ou o PIN do aparelho em que está a chave de acesso.',
};

const welcome = ({ user }: Acesso) => {
  openPasso(null);
  announce('success', `Bem vindo(a), ${user.email}`);
};

export function Passo({ fatores, onDone, onBack, titled = true }: PassoProps) {
  const [modo, setModo] = useState<PassoMode>(fatores.includes('totp') ? 'totp' : 'passkey');
  const [codigo, setCodigo] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { fault, isSending, isWaiting, answer, answerByPasskey, clear } = usePasso({
    onDone: onDone ?? welcome,
    onOver: onBack,
  });
  const isLocked = isSending || isWaiting;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each way has its own first field
  useEffect(() => {
    (input.current ?? button.current)?.focus();
  }, [modo]);

  const choose = (next: PassoMode) => {
    clear();
    setCodigo('');
    setModo(next);
  };
  const send = async (text: string) => {
    if (modo === 'passkey') await answerByPasskey();
    else if (!isLocked && !(await answer(modo, text))) input.current?.select();
  };
  const type = (text: string) => {
    setCodigo(text);
    if (modo === 'totp' && text.length === DIGITS && text !== codigo) void send(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(codigo);
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        {titled && <h2 className="text-xl">Confirme que é você</h2>}
        <p className="text-muted">{HINTS[modo]}</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {modo === 'totp' && (
          <Field label="Código" error={fault}>
            {(control) => (
              <CodigoInput
                control={control}
                ref={input}
                value={codigo}
                onChange={type}
                disabled={isSending}
              />
            )}
          </Field>
        )}
        {modo === 'codigo' && (
          <Field label="Código de recuperação" error={fault}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                name="codigo-recuperacao"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="font-mono"
                maxLength={40}
                value={codigo}
                onChange={(event) => setCodigo(event.target.value)}
              />
            )}
          </Field>
        )}
        {modo === 'passkey' && fault && (
          <Alert tone="danger" role="alert">
            {fault}
          </Alert>
        )}
        <Button
          ref={button}
          type="submit"
          variant="primary"
          size="lg"
          block
          loading={isSending}
          disabled={isWaiting}
        >
          {modo === 'passkey' ? 'Usar chave de acesso' : 'Confirmar'}
        </Button>
      </form>
      <div className="-my-2 flex flex-col items-start">
        {modo !== 'totp' && fatores.includes('totp') && (
          <Way onClick={() => choose('totp')}>Usar aplicativo autenticador</Way>
        )}
        {modo !== 'passkey' && fatores.includes('passkey') && (
          <Way onClick={() => choose('passkey')}>Usar chave de acesso</Way>
        )}
        {modo !== 'codigo' && (
          <Way onClick={() => choose('codigo')}>Usar código de recuperação</Way>
        )}
        <Way onClick={() => onBack()}>Voltar</Way>
      </div>
    </div>
  );
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-11 items-center text-sm text-primary underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}
