import type { Dispositivo, NovoDispositivo } from '@unipark/contract/dispositivo';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { onCtrlEnter } from '../lib/ctrlEnter.ts';
import { focusInvalid } from '../lib/focusInvalid.ts';
import { showFaults } from '../lib/showFaults.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Grid } from '../ui/Grid.tsx';
import { Stack } from '../ui/Stack.tsx';
import { resolver, type ValoresDispositivo, valoresDe } from './formulario.ts';
import { SecaoAcesso } from './SecaoAcesso.tsx';
import { SecaoCameras } from './SecaoCameras.tsx';
import { SecaoIdentificacao } from './SecaoIdentificacao.tsx';
import { SecaoLeituras } from './SecaoLeituras.tsx';
import { SecaoMqtt } from './SecaoMqtt.tsx';

type FormularioDispositivoProps = {
  /** The one to change; a new one without. */
  dispositivo?: Dispositivo;
  rotulo: string;
  voltar: string;
  onSalvar: (corpo: NovoDispositivo) => Promise<unknown>;
};

/** Everything that is set of a device. */
export function FormularioDispositivo({
  dispositivo,
  rotulo,
  voltar,
  onSalvar,
}: FormularioDispositivoProps) {
  const elemento = useRef<HTMLFormElement>(null);
  const form = useForm<ValoresDispositivo, unknown, NovoDispositivo>({
    resolver,
    defaultValues: valoresDe(dispositivo),
  });
  const enviar = form.handleSubmit(
    async (corpo) => {
      try {
        await onSalvar(corpo);
      } catch (error) {
        showFaults(form, error);
      }
    },
    () => focusInvalid(elemento.current),
  );
  return (
    <FormProvider {...form}>
      <form
        ref={elemento}
        noValidate
        onSubmit={enviar}
        onKeyDown={onCtrlEnter(() => void enviar())}
        className="flex flex-col gap-4"
      >
        <Grid columns={2} className="items-start">
          <Stack>
            <SecaoIdentificacao fixo={dispositivo !== undefined} />
            <SecaoMqtt temSenha={dispositivo?.mqtt?.temSenha ?? false} />
            <SecaoCameras />
          </Stack>
          <Stack>
            <SecaoLeituras />
            <SecaoAcesso />
          </Stack>
        </Grid>
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink to={voltar}>Cancelar</ButtonLink>
          <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
            {rotulo}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
