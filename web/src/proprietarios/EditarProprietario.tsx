import { zodResolver } from '@hookform/resolvers/zod';
import { EdicaoProprietario, Proprietario } from '@unipark/contract/proprietario';
import { isBlank } from '@unipark/contract/texto';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useEdit } from '../lib/screen/useEdit.ts';
import { Button } from '../ui/button/Button.tsx';
import { ConflictDialog } from '../ui/dialog/ConflictDialog.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { updateProprietario } from './api.ts';

type Props = {
  proprietario: Proprietario;
  /** The first value of the name, when a failed edit is opened again. */
  nome?: string;
  onClose: () => void;
  onFailure: (error: unknown) => void;
};

const FORMULARIO = 'editar-proprietario';

/** The matrícula is the key and cannot be changed; the name can. */
export function EditarProprietario(props: Props) {
  const { onClose, onFailure } = props;
  // As it was opened: a background refresh must not hide a conflict.
  const [proprietario] = useState(props.proprietario);
  const navigate = useNavigate();
  // The bell keeps the typed name: the dialog closes on failure.
  const editar = useEdit(
    updateProprietario(({ de, corpo }) => ({
      label: 'Reabrir',
      run: () =>
        navigate('/proprietarios/consultar', {
          state: { reabrir: { proprietario: de, nome: corpo.nome } },
        }),
    })),
    Proprietario,
  );
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(EdicaoProprietario),
    defaultValues: { nome: props.nome ?? proprietario.nome },
  });

  const nome = watch('nome');
  const emBranco = isBlank(nome);
  const { current } = editar;
  const save = handleSubmit((corpo) =>
    editar.send(current ?? proprietario, corpo, {
      onSaved: onClose,
      onFailure: (error) => {
        onClose();
        onFailure(error);
      },
    }),
  );

  if (current) {
    return (
      <ConflictDialog
        title="Este proprietário foi alterado por outra pessoa"
        rows={[{ label: 'Nome', mine: nome, current: current.nome }]}
        busy={editar.isPending}
        onMine={() => void save()}
        onCurrent={onClose}
        onBack={editar.dismiss}
      />
    );
  }
  return (
    <Dialog
      open
      busy={editar.isPending}
      onClose={onClose}
      onCtrlEnter={() => !emBranco && void save()}
      title="Editar Proprietário"
      footer={
        <>
          <Button onClick={onClose} disabled={editar.isPending}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={FORMULARIO}
            loading={editar.isPending}
            disabled={emBranco}
          >
            Salvar
          </Button>
        </>
      }
    >
      <form id={FORMULARIO} onSubmit={save} noValidate>
        <Stack>
          <Field label="Matrícula">
            {(control) => <Input {...control} value={proprietario.matricula} readOnly />}
          </Field>
          <Field label="Nome" error={formState.errors.nome?.message}>
            {(control) => <Input {...control} {...register('nome')} autoFocus />}
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
