import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { EdicaoProprietario, type Proprietario } from '@unipark/contract/proprietario';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useOneAtATime } from '../lib/useOneAtATime.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Stack } from '../ui/Stack.tsx';
import { updateProprietario } from './api.ts';
import { type ConflitoProprietario, conflitoDe } from './conflito.ts';

type Props = {
  proprietario: Proprietario;
  /** The name to start from, when an edit that failed is opened again. */
  nome?: string;
  onClose: () => void;
  onFailure: (error: unknown) => void;
  onConflict: (conflito: ConflitoProprietario) => void;
};

const FORMULARIO = 'editar-proprietario';

/** The matrícula is the key and stays; the name may change. */
export function EditarProprietario(props: Props) {
  const { proprietario, onClose, onFailure, onConflict } = props;
  const navigate = useNavigate();
  // Kept in the bell: the dialog closes on failure, what was typed is not lost.
  const editar = useMutation(
    updateProprietario(({ de, corpo }) => ({
      label: 'Reabrir',
      run: () =>
        navigate('/proprietarios/consultar', {
          state: { reabrir: { proprietario: de, nome: corpo.nome } },
        }),
    })),
  );
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(EdicaoProprietario),
    defaultValues: { nome: props.nome ?? proprietario.nome },
  });

  const envio = useOneAtATime();
  const emBranco = !watch('nome').trim();
  const salvar = handleSubmit((corpo) => {
    if (!envio.take()) return;
    editar.mutate(
      { de: proprietario, corpo },
      {
        onError: (error) => {
          const conflito = conflitoDe(error, corpo);
          if (conflito) onConflict(conflito);
          else onFailure(error);
        },
        onSettled: () => {
          envio.release();
          onClose();
        },
      },
    );
  });

  return (
    <Dialog
      open
      busy={editar.isPending}
      onClose={onClose}
      onCtrlEnter={() => !emBranco && void salvar()}
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
      <form id={FORMULARIO} onSubmit={salvar} noValidate>
        <Stack gap={16}>
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
