import { useMutation } from '@tanstack/react-query';
import { NOME_CHAVE_MAXIMO } from '@unipark/contract/chaveAcesso';
import type { ChaveAcesso } from '@unipark/contract/perfil';
import { useRef, useState } from 'react';
import { readAgente } from '../../lib/agente.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { addChave, removeChave, removeTotp, renewCodigos, startTotp } from './api.ts';
import { CodigosDialog } from './CodigosDialog.tsx';
import { ConfirmarTotp } from './ConfirmarTotp.tsx';
import { SenhaDialog } from './SenhaDialog.tsx';

export type FatorQuestion =
  | { sobre: 'ativar-totp' | 'desativar-totp' | 'adicionar-chave' | 'gerar-codigos' }
  | { sobre: 'excluir-chave'; chave: ChaveAcesso };

type FatorProps = { withSenha: boolean; onClose: () => void };

export function FatorDialog({ pergunta, ...props }: FatorProps & { pergunta: FatorQuestion }) {
  switch (pergunta.sobre) {
    case 'ativar-totp':
      return <AtivarTotp {...props} />;
    case 'desativar-totp':
      return <DesativarTotp {...props} />;
    case 'adicionar-chave':
      return <AdicionarChave {...props} />;
    case 'gerar-codigos':
      return <GerarCodigos {...props} />;
    case 'excluir-chave':
      return <ExcluirChave chave={pergunta.chave} {...props} />;
  }
}

function AtivarTotp({ withSenha, onClose }: FatorProps) {
  const [codigos, setCodigos] = useState<readonly string[]>();
  const { data, mutate, isPending, error } = useMutation(startTotp, queryClient);

  if (codigos) return <CodigosDialog codigos={codigos} onClose={onClose} />;
  if (data) return <ConfirmarTotp totp={data} onDone={setCodigos} onClose={onClose} />;
  return (
    <SenhaDialog
      title="Aplicativo autenticador"
      text="Um aplicativo no celular passa a mostrar um código novo a cada 30 segundos, pedido depois da senha."
      confirmLabel="Continuar"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}

function GerarCodigos({ withSenha, onClose }: FatorProps) {
  const { data, mutate, isPending, error } = useMutation(renewCodigos, queryClient);
  if (data) return <CodigosDialog codigos={data.codigos} onClose={onClose} />;
  return (
    <SenhaDialog
      title="Gerar novos códigos"
      text="Os códigos de recuperação que você já tem deixam de valer."
      confirmLabel="Gerar novos"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}

const OTHERS = 'As outras sessões da conta são encerradas.';

function DesativarTotp({ withSenha, onClose }: FatorProps) {
  const { mutate, isPending, error } = useMutation(removeTotp, queryClient);
  return (
    <SenhaDialog
      danger
      title="Desativar o aplicativo autenticador?"
      text={`O código do aplicativo deixa de ser pedido. ${OTHERS}`}
      confirmLabel="Desativar"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={(senha) => mutate(senha, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function ExcluirChave({ chave, withSenha, onClose }: FatorProps & { chave: ChaveAcesso }) {
  const { id, nome } = chave;
  const { mutate, isPending, error } = useMutation(removeChave, queryClient);
  return (
    <SenhaDialog
      danger
      title="Excluir chave de acesso?"
      text={`A chave "${nome}" deixa de dar acesso a esta conta. ${OTHERS}`}
      confirmLabel="Excluir"
      withSenha={withSenha}
      isPending={isPending}
      error={error}
      onConfirm={(senha) => mutate({ id, senha }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Asks for a name and the password; then the browser asks for finger, face or PIN. */
function AdicionarChave({ withSenha, onClose }: FatorProps) {
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
