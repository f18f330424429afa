import type { Dispositivo, NovoDispositivo } from '@unipark/contract/dispositivo';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { onCtrlEnter } from '../../lib/screen/ctrlEnter.ts';
import { focusInvalid } from '../../lib/screen/focusInvalid.ts';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useLeaveGuard } from '../../ui/dialog/useLeaveGuard.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import { Grid } from '../../ui/layout/Grid.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { getValores, resolver, type ValoresDispositivo } from './formulario.ts';
import { SecaoAcesso } from './SecaoAcesso.tsx';
import { SecaoCameras } from './SecaoCameras.tsx';
import { SecaoIdentificacao } from './SecaoIdentificacao.tsx';
import { SecaoLeituras } from './SecaoLeituras.tsx';
import { SecaoMqtt } from './SecaoMqtt.tsx';

type FormularioDispositivoProps = {
  /** The device to change; absent for a new one. */
  dispositivo?: Dispositivo;
  rotulo: string;
  voltar: string;
  enviando: boolean;
  /** Sends the settings; a failure shows under its fields. */
  onSave: (corpo: NovoDispositivo, onFailure: (error: unknown) => void) => void;
};

/** Always in sight; the other fields are under 'Avançado'. */
const PRIMEIROS = ['nome', 'dialeto', 'camera'];

export function FormularioDispositivo({
  dispositivo,
  rotulo,
  voltar,
  enviando,
  onSave,
}: FormularioDispositivoProps) {
  const elemento = useRef<HTMLFormElement>(null);
  const form = useForm<ValoresDispositivo, unknown, NovoDispositivo>({
    resolver,
    defaultValues: getValores(dispositivo),
  });
  const submit = form.handleSubmit(
    (corpo) =>
      onSave(corpo, (error) => {
        showFaults(form, error);
        focusInvalid(elemento.current);
      }),
    () => focusInvalid(elemento.current),
  );
  const { errors, isDirty } = form.formState;
  const perguntaDeSaida = useLeaveGuard(isDirty && !(enviando && dispositivo), {
    text: 'As alterações deste dispositivo ainda não foram salvas.',
  });
  const hasFaultInside =
    Object.keys(errors).some((nome) => !PRIMEIROS.includes(nome)) && !errors.sentido?.padrao;
  return (
    <FormProvider {...form}>
      <form
        ref={elemento}
        noValidate
        onSubmit={submit}
        onKeyDown={onCtrlEnter(() => void submit())}
        className="flex flex-col gap-4"
      >
        <SecaoIdentificacao fixo={dispositivo !== undefined} />
        <Disclosure
          summary="Avançado"
          hint="Várias câmeras, confiança, acesso"
          openOn={hasFaultInside ? form.formState.submitCount : 0}
        >
          <Grid columns={2} className="items-start">
            <Stack>
              <SecaoMqtt temSenha={dispositivo?.mqtt?.tem_senha ?? false} />
              <SecaoCameras />
            </Stack>
            <Stack>
              <SecaoLeituras />
              <SecaoAcesso />
            </Stack>
          </Grid>
        </Disclosure>
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink to={voltar}>Cancelar</ButtonLink>
          <Button type="submit" variant="primary" loading={enviando}>
            {rotulo}
          </Button>
        </div>
      </form>
      {perguntaDeSaida}
    </FormProvider>
  );
}
