import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import {
  type Apagados,
  CAMPOS_RETENCAO,
  describeLimite,
  type EdicaoPrazos,
  PRAZOS,
  PRAZOS_PADRAO,
  type PrazoRetencao,
  PrazosRetencao,
} from '@unipark/contract/retencao';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { onCtrlEnter } from '../lib/screen/ctrlEnter.ts';
import { pickDirty } from '../lib/screen/pickDirty.ts';
import { showFaults } from '../lib/screen/showFaults.ts';
import { Button } from '../ui/button/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { NumberInput } from '../ui/form/NumberInput.tsx';
import { formatApagados, isNothing } from './apagados.ts';
import { previewPrazos, updatePrazos } from './api.ts';

/** New periods that delete something, and how much: saved only after a question. */
type AskedPrazos = { prazos: EdicaoPrazos; apagados: Apagados };

type PrazosFormProps = { prazos: PrazosRetencao; fixos: Record<string, string> };

export function PrazosForm({ prazos, fixos }: PrazosFormProps) {
  const form = useForm({
    resolver: zodResolver(PrazosRetencao),
    // What another person saved meanwhile comes into every field that was not changed here.
    values: prazos,
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState, setValue, watch } = form;
  const { dirtyFields } = formState;
  const { mutateAsync: preview } = useMutation(previewPrazos);
  const { mutateAsync: update, isPending } = useMutation(updatePrazos);
  const [pergunta, setPergunta] = useState<AskedPrazos>();
  const close = () => setPergunta(undefined);
  const sempre = watch('passagens_dias') === null;

  async function store(novos: EdicaoPrazos): Promise<void> {
    try {
      form.reset(await update(novos));
    } catch (error) {
      showFaults(form, error);
    }
    close();
  }

  const save = handleSubmit(async (valores) => {
    const novos = pickDirty(valores, dirtyFields);
    try {
      const apagados = await preview(novos);
      if (isNothing(apagados)) await store(novos);
      else setPergunta({ prazos: novos, apagados });
    } catch (error) {
      showFaults(form, error);
    }
  });

  const describe = (campo: PrazoRetencao): string =>
    fixos[campo] === undefined
      ? `De ${describeLimite(campo)}.`
      : `Definido no servidor por ${fixos[campo]}.`;

  return (
    <form
      noValidate
      onSubmit={save}
      onKeyDown={onCtrlEnter(() => void save())}
      className="flex flex-col gap-4"
    >
      <Checkbox
        checked={sempre}
        disabled={fixos.passagens_dias !== undefined}
        onChange={({ target }) =>
          setValue('passagens_dias', target.checked ? null : PRAZOS_PADRAO.passagens_dias, {
            shouldDirty: true,
          })
        }
        label="Guardar para sempre as passagens de veículos cadastrados"
      />
      {CAMPOS_RETENCAO.filter((campo) => campo !== 'passagens_dias' || !sempre).map((campo) => (
        <Field
          key={campo}
          label={PRAZOS[campo].rotulo}
          hint={describe(campo)}
          error={formState.errors[campo]?.message}
        >
          {(control) => (
            <NumberInput
              {...control}
              {...register(campo, { valueAsNumber: true })}
              readOnly={fixos[campo] !== undefined}
            />
          )}
        </Field>
      ))}
      <div>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          Salvar
        </Button>
      </div>
      {pergunta && (
        <ConfirmDialog
          open
          danger
          icon="trash"
          title="Salvar estes prazos?"
          text={`Com estes prazos, a próxima limpeza apaga ${formatApagados(pergunta.apagados, TETO_CONTAGEM)}. Isso não pode ser desfeito.`}
          confirmLabel="Salvar prazos"
          busy={isPending}
          onConfirm={() => void store(pergunta.prazos)}
          onCancel={close}
        />
      )}
    </form>
  );
}
