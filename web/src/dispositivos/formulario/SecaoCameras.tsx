import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { CampoLinhas } from './CampoLinhas.tsx';
import { findFrase, type ValoresDispositivo } from './formulario.ts';
import { pares } from './linhas.ts';

const FUSOS = [
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Cuiaba',
  'America/Rio_Branco',
  'America/Noronha',
];

export function SecaoCameras() {
  const { register, control, formState } = useFormContext<ValoresDispositivo>();
  const { errors } = formState;
  return (
    <Panel title="Várias câmeras, sentido e fuso">
      <Field
        label="Mapa de câmeras"
        hint="Quando o dispositivo envia por várias câmeras. Uma por linha: nome enviado = nossa câmera."
        error={findFrase(errors.cameras)}
      >
        {(campo) => (
          <Controller
            control={control}
            name="cameras"
            render={({ field: { ref, ...field } }) => (
              <CampoLinhas {...pares} {...campo} {...field} value={field.value ?? {}} />
            )}
          />
        )}
      </Field>
      <Field
        label="Termos de entrada e saída"
        hint="Quando a câmera informa o sentido. Uma por linha: termo da câmera = entrada ou saída."
        error={findFrase(errors.sentido?.palavras)}
      >
        {(campo) => (
          <Controller
            control={control}
            name="sentido.palavras"
            render={({ field: { ref, ...field } }) => (
              <CampoLinhas<Record<string, string>>
                {...pares}
                {...campo}
                {...field}
                value={field.value ?? {}}
              />
            )}
          />
        )}
      </Field>
      <Field
        label="Fuso horário"
        hint="Do relógio da câmera, quando ela envia a hora sem fuso."
        error={errors.fuso?.message}
      >
        {(campo) => (
          <>
            <Input {...campo} {...register('fuso')} list="fusos" autoComplete="off" />
            <datalist id="fusos">
              {FUSOS.map((fuso) => (
                <option key={fuso} value={fuso} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </Panel>
  );
}
