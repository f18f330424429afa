import { DIALETOS, NOMES_DIALETO } from '@unipark/contract/dispositivo';
import { ROTULOS_SENTIDO, SENTIDOS } from '@unipark/contract/passagem';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Grid } from '../../ui/layout/Grid.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { ValoresDispositivo } from './formulario.ts';

const OPCOES = NOMES_DIALETO.map((value) => ({ value, label: DIALETOS[value] }));
const SENTIDOS_OPCOES = SENTIDOS.map((value) => ({ value, label: ROTULOS_SENTIDO[value] }));

export function SecaoIdentificacao({ fixo }: { fixo: boolean }) {
  const { register, formState } = useFormContext<ValoresDispositivo>();
  const { errors } = formState;
  return (
    <Panel title="Identificação">
      <Grid columns={2} className="items-start">
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
              ? 'Não pode ser alterado: o endereço já está na câmera.'
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
        <Field
          label="Câmera padrão"
          hint="Nome da câmera nas passagens deste dispositivo."
          error={errors.camera?.message}
        >
          {(campo) => <Input {...campo} {...register('camera')} autoComplete="off" />}
        </Field>
        <Field label="Sentido" error={errors.sentido?.padrao?.message}>
          {(campo) => (
            <NativeSelect
              {...campo}
              {...register('sentido.padrao', { setValueAs: (valor) => valor || null })}
              placeholder="Não informado"
              options={SENTIDOS_OPCOES}
            />
          )}
        </Field>
      </Grid>
    </Panel>
  );
}
