import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { AjustesAlerta } from '@unipark/contract/alerta';
import { useForm } from 'react-hook-form';
import { onCtrlEnter } from '../lib/screen/ctrlEnter.ts';
import { pickDirty } from '../lib/screen/pickDirty.ts';
import { showFaults } from '../lib/screen/showFaults.ts';
import { Button } from '../ui/button/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { NumberInput } from '../ui/form/NumberInput.tsx';
import { updateAjustesAlerta } from './api.ts';

export function AjustesAlertaForm({ ajustes }: { ajustes: AjustesAlerta }) {
  const form = useForm({
    resolver: zodResolver(AjustesAlerta),
    // What another person saved meanwhile comes into every field that was not changed here.
    values: ajustes,
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState } = form;
  const { dirtyFields } = formState;
  const { mutateAsync } = useMutation(updateAjustesAlerta);
  const save = handleSubmit(async (valores) => {
    try {
      form.reset(await mutateAsync(pickDirty(valores, dirtyFields)));
    } catch (error) {
      showFaults(form, error);
    }
  });
  return (
    <form
      noValidate
      onSubmit={save}
      onKeyDown={onCtrlEnter(() => void save())}
      className="flex flex-col gap-4"
    >
      <Checkbox
        {...register('nao_cadastrado')}
        role="switch"
        label="Avisar também quando o veículo não é cadastrado"
      />
      <Field
        label="Intervalo entre avisos da mesma placa (minutos)"
        hint="De 0 a 240. Nesse tempo, a mesma placa não gera outro aviso."
        error={formState.errors.intervalo_min?.message}
      >
        {(control) => (
          <NumberInput {...control} {...register('intervalo_min', { valueAsNumber: true })} />
        )}
      </Field>
      <Field
        label="Repetir o som a cada (segundos)"
        hint="De 5 a 300, até o Ciente. Com 0 o som não se repete."
        error={formState.errors.repeticao_seg?.message}
      >
        {(control) => (
          <NumberInput {...control} {...register('repeticao_seg', { valueAsNumber: true })} />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
