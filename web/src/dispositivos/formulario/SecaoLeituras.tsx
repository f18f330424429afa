import { Controller, useFormContext } from 'react-hook-form';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { CampoLinhas } from './CampoLinhas.tsx';
import { findFrase, type ValoresDispositivo } from './formulario.ts';
import { lista } from './linhas.ts';

const parseNumero = (texto: unknown): number | null =>
  texto === '' || texto === null || texto === undefined
    ? null
    : Number(String(texto).replace(',', '.'));

export function SecaoLeituras() {
  const { register, control, formState } = useFormContext<ValoresDispositivo>();
  const { errors } = formState;
  return (
    <Panel title="Leituras">
      <Field
        label="Confiança mínima"
        hint="De 0 a 1. Em branco, todas as leituras são guardadas."
        error={errors.confianca_minima?.message}
      >
        {(campo) => (
          <Input
            {...campo}
            {...register('confianca_minima', { setValueAs: parseNumero })}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,7"
          />
        )}
      </Field>
      <Field
        label="Servidores de imagens permitidos"
        hint="Servidores de onde as fotos podem ser buscadas, um por linha."
        error={findFrase(errors.origens_imagem)}
      >
        {(campo) => (
          <Controller
            control={control}
            name="origens_imagem"
            render={({ field: { ref, ...field } }) => (
              <CampoLinhas {...lista} {...campo} {...field} value={field.value ?? []} />
            )}
          />
        )}
      </Field>
      <Checkbox
        {...register('aceita_sem_placa')}
        label="Guardar também as passagens sem placa legível"
      />
    </Panel>
  );
}
