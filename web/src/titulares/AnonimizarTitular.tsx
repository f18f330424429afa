import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { asApiError } from '../lib/wire/errors.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { anonimizarTitular, MOSTRAM_TITULAR } from './api.ts';

type Props = { matricula: string; onClose: () => void; onDone: () => void };

/** Asks for the matrícula before a person is anonymised, and says what is lost and what is not. */
export function AnonimizarTitular({ matricula, onClose, onDone }: Props) {
  const client = useQueryClient();
  const anonimizar = useMutation(anonimizarTitular);
  const feito = useRef(false);
  // After the page of the person has closed: its questions would write the matrícula into the audit.
  useEffect(
    () => () => {
      if (!feito.current) return;
      setTimeout(() => {
        for (const nome of MOSTRAM_TITULAR) void client.invalidateQueries({ queryKey: [nome] });
      });
    },
    [client],
  );
  const [confirmacao, setConfirmacao] = useState('');
  const [falta, setFalta] = useState<string>();
  const campo = useRef<HTMLInputElement>(null);
  const form = useId();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (confirmacao.trim() !== matricula) {
      setFalta('Digite a matrícula deste titular.');
      campo.current?.focus();
      return;
    }
    const pedido = { matricula, confirmacao: confirmacao.trim() };
    anonimizar.mutate(pedido, {
      onSuccess() {
        feito.current = true;
        onDone();
      },
    });
  };
  const { isPending, error } = anonimizar;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isPending}
      initialFocus={campo}
      title="Anonimizar titular"
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button type="submit" form={form} variant="danger" loading={isPending}>
            Anonimizar
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={confirm} className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Nome, matrícula e contato são trocados por um código, em todo o sistema.</li>
          <li>Os veículos deste titular são excluídos.</li>
          <li>Nas passagens, um código fica no lugar da placa, e as fotos são apagadas.</li>
          <li>O histórico e a auditoria guardam os atos, sem a pessoa. As contagens ficam.</li>
        </ul>
        <p>
          Não pode ser desfeito. As cópias de segurança feitas até agora ainda têm os dados, até que
          sejam apagadas. Uma conta de acesso com o mesmo e-mail continua.
        </p>
        {error && (
          <Alert tone="danger" role="alert">
            {asApiError(error).mensagem}
          </Alert>
        )}
        <Field label={`Para confirmar, digite a matrícula ${matricula}`} error={falta}>
          {(control) => (
            <Input
              {...control}
              ref={campo}
              value={confirmacao}
              autoComplete="off"
              onChange={({ target }) => {
                setConfirmacao(target.value);
                setFalta(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
