import { Controller, useFormContext } from 'react-hook-form';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Panel } from '../ui/Panel.tsx';
import { CampoLinhas } from './CampoLinhas.tsx';
import { primeiraFrase, type ValoresDispositivo } from './formulario.ts';
import { lista } from './linhas.ts';

const numeroOuNada = (texto: unknown): number | null =>
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
        error={errors.confiancaMinima?.message}
      >
        {(campo) => (
          <Input
            {...campo}
            {...register('confiancaMinima', { setValueAs: numeroOuNada })}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,7"
          />
        )}
      </Field>
      <Field
        label="Origens de imagem"
        hint="Servidores de onde as fotos podem ser buscadas, um por linha."
        error={primeiraFrase(errors.origensImagem)}
      >
        {(campo) => (
          <Controller
            control={control}
            name="origensImagem"
            render={({ field: { ref, ...field } }) => (
              <CampoLinhas {...lista} {...campo} {...field} value={field.value ?? []} />
            )}
          />
        )}
      </Field>
      <Checkbox
        {...register('aceitaSemPlaca')}
        label="Guardar também as passagens sem placa legível"
      />
    </Panel>
  );
}
