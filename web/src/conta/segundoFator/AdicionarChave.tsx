import { useMutation } from '@tanstack/react-query';
import { NOME_CHAVE_MAXIMO } from '@unipark/contract/chaveAcesso';
import { useRef, useState } from 'react';
import { asApiError } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { readAgente } from '../perfil/agente.ts';
import { addChave } from './api.ts';
import { SenhaDialog } from './SenhaDialog.tsx';

type AdicionarChaveProps = { withSenha: boolean; onClose: () => void };

/** A name and the password; then the browser asks for finger, face or PIN. */
export function AdicionarChave({ withSenha, onClose }: AdicionarChaveProps) {
  const [nome, setNome] = useState(() => readAgente(navigator.userAgent).nome);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation(addChave, queryClient);
  return (
    <SenhaDialog
      title="Adicionar chave de acesso"
      text="O aparelho confirma que é você com a digital, o rosto ou o PIN."
      confirmLabel="Adicionar"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={(senha) => mutate({ nome, senha }, { onSuccess: onClose })}
      onClose={onClose}
      firstField={input}
    >
      <Field label="Nome da chave" error={error && asApiError(error).campos.nome}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="nome"
            autoComplete="off"
            maxLength={NOME_CHAVE_MAXIMO}
            value={nome}
            onChange={(event) => setNome(event.target.value)}
          />
        )}
      </Field>
    </SenhaDialog>
  );
}
