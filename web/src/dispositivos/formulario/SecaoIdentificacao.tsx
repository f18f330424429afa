import { DIALETOS, NOMES_DIALETO } from '@unipark/contract/dispositivo';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { ValoresDispositivo } from './formulario.ts';

const OPCOES = NOMES_DIALETO.map((value) => ({ value, label: DIALETOS[value] }));

export function SecaoIdentificacao({ fixo }: { fixo: boolean }) {
  const { register, formState } = useFormContext<ValoresDispositivo>();
  const { errors } = formState;
  return (
    <Panel title="Identificação">
      <Field label="Nome" required error={errors.nome?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('nome')}
            placeholder="Câmera da entrada principal"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Fabricante ou programa"
        hint={
          fixo
            ? 'Não muda: o endereço já está na câmera.'
            : 'Define o endereço para onde a câmera envia.'
        }
        error={errors.dialeto?.message}
      >
        {(control) => (
          <NativeSelect
            {...control}
            {...register('dialeto')}
            options={OPCOES}
            className={fixo ? 'pointer-events-none' : undefined}
            aria-disabled={fixo || undefined}
            tabIndex={fixo ? -1 : undefined}
          />
        )}
      </Field>
    </Panel>
  );
}
