import { MODOS_DIGEST } from '@unipark/contract/dispositivo';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { CampoLinhas } from './CampoLinhas.tsx';
import { findFrase, type ValoresDispositivo } from './formulario.ts';
import { lista } from './linhas.ts';

const ROTULOS = {
  nao: 'Não',
  sim: 'Sim: usuário e token como senha',
  sem_nonce: 'Sem desafio (alguns modelos Dahua)',
} as const;
const OPCOES = MODOS_DIGEST.map((value) => ({ value, label: ROTULOS[value] }));

export function SecaoAcesso() {
  const { register, control, formState } = useFormContext<ValoresDispositivo>();
  const dialeto = useWatch<ValoresDispositivo, 'dialeto'>({ name: 'dialeto' });
  const { errors } = formState;
  return (
    <Panel title="Acesso">
      <Field
        label="IPs permitidos"
        hint="Endereços ou faixas, um por linha (10.0.0.7 ou 10.0.0.0/24). Em branco, qualquer um com o token."
        error={findFrase(errors.ips)}
      >
        {(campo) => (
          <Controller
            control={control}
            name="ips"
            render={({ field: { ref, ...field } }) => (
              <CampoLinhas {...lista} {...campo} {...field} value={field.value ?? []} />
            )}
          />
        )}
      </Field>
      <Field label="Autenticação Digest" error={errors.digest?.message}>
        {(campo) => <NativeSelect {...campo} {...register('digest')} options={OPCOES} />}
      </Field>
      {dialeto === 'itsapi' && (
        <Field
          label="Câmeras sem campo de caminho"
          group
          error={errors.caminho_raiz?.message}
          hint="Exige Digest ou IPs permitidos."
        >
          {({ id: _, required: __, ...campo }) => (
            <Checkbox
              {...campo}
              {...register('caminho_raiz')}
              label="Receber também em /NotificationInfo, na raiz do endereço"
            />
          )}
        </Field>
      )}
    </Panel>
  );
}
