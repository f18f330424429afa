import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { ValoresDispositivo } from './formulario.ts';

/** Only Frigate's readings come over MQTT; other devices send theirs. */
export function SecaoMqtt({ temSenha }: { temSenha: boolean }) {
  const { register, formState } = useFormContext<ValoresDispositivo>();
  const dialeto = useWatch<ValoresDispositivo, 'dialeto'>({ name: 'dialeto' });
  const falhas = formState.errors.mqtt;
  if (dialeto !== 'frigate') return null;
  return (
    <Panel title="MQTT do Frigate">
      <Field
        label="Endereço MQTT"
        hint="Em branco, o Frigate envia por HTTP. No Frigate, use qos: 1 em mqtt: com 0, o que passa enquanto o UNIPARK está parado se perde."
        error={falhas?.url?.message}
      >
        {(campo) => (
          <Input
            {...campo}
            {...register('mqtt.url')}
            inputMode="url"
            autoComplete="off"
            placeholder="mqtt://servidor:1883"
          />
        )}
      </Field>
      <Field label="Usuário MQTT" error={falhas?.usuario?.message}>
        {(campo) => <Input {...campo} {...register('mqtt.usuario')} autoComplete="off" />}
      </Field>
      <Field
        label="Senha MQTT"
        hint={temSenha ? 'Em branco, a senha guardada continua.' : undefined}
        error={falhas?.senha?.message}
      >
        {(campo) => (
          <PasswordInput {...campo} {...register('mqtt.senha')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Tópico" error={falhas?.topico?.message}>
        {(campo) => <Input {...campo} {...register('mqtt.topico')} autoComplete="off" />}
      </Field>
    </Panel>
  );
}
