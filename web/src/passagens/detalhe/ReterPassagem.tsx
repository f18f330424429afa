import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type Passagem, RetencaoPassagem } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { holdPassagem } from '../historico/historico.ts';

/** Keeps a passage beyond the periods of storage, with a reason; for administrators. */
export function ReterPassagem({
  passagem,
  onToggle,
}: {
  passagem: Passagem;
  /** Whether there is something typed that a closed dialog would lose. */
  onToggle: (aberta: boolean) => void;
}) {
  const [aberta, setAberta] = useState<boolean>();
  const toggle = (abre: boolean) => {
    setAberta(abre);
    onToggle(abre);
  };
  if (!aberta) {
    return (
      <Button
        icon="clock"
        className="self-center"
        autoFocus={aberta === false}
        onClick={() => toggle(true)}
      >
        {passagem.retida ? 'Alterar retenção' : 'Reter passagem'}
      </Button>
    );
  }
  return <ReterForm passagem={passagem} onClose={() => toggle(false)} />;
}

function ReterForm({ passagem, onClose }: { passagem: Passagem; onClose: () => void }) {
  const { id, retida } = passagem;
  const { mutateAsync: hold, isPending } = useMutation(holdPassagem);
  const form = useForm({
    resolver: zodResolver(RetencaoPassagem),
    defaultValues: { reter_ate: retida?.ate ?? '', motivo: retida?.motivo ?? '' },
  });
  const { register, handleSubmit, formState, setError } = form;

  async function send(retencao: RetencaoPassagem): Promise<void> {
    try {
      await hold({ id, retencao });
      onClose();
    } catch (error) {
      showFaults(form, error);
    }
  }
  const save = handleSubmit(async (retencao) => {
    if (retencao.reter_ate) await send(retencao);
    else setError('reter_ate', { message: 'Reter até: informe um dia.' }, { shouldFocus: true });
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3">
      <Field
        label="Reter até"
        hint="A passagem e as suas fotos não são apagadas até este dia."
        error={formState.errors.reter_ate?.message}
      >
        {(control) => <Input {...control} {...register('reter_ate')} type="date" autoFocus />}
      </Field>
      <Field label="Motivo" error={formState.errors.motivo?.message}>
        {(control) => <Input {...control} {...register('motivo')} maxLength={200} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {retida && (
          <Button
            className="mr-auto"
            disabled={isPending}
            onClick={() => void send({ reter_ate: null })}
          >
            Encerrar retenção
          </Button>
        )}
        <Button onClick={onClose} disabled={isPending}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          Reter
        </Button>
      </div>
    </form>
  );
}
