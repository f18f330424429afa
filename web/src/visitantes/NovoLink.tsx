import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { CAMPOS_LINK, NovoLinkVisita, USOS_MAXIMO } from '@unipark/contract/linkVisita';
import { QRCodeSVG } from 'qrcode.react';
import { type Resolver, useForm } from 'react-hook-form';
import { showFaults } from '../lib/screen/showFaults.ts';
import { useOneAtATime } from '../lib/screen/useOneAtATime.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { Button } from '../ui/button/Button.tsx';
import { CopyText } from '../ui/button/CopyText.tsx';
import { OnceDialog } from '../ui/dialog/OnceDialog.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { createLinkVisita } from './api.ts';
import { buildCorpoLink, type LinkVisitaForm, startLinkForm } from './formulario.ts';

const FORMULARIO = 'novo-link';
const CHAVES = Object.keys(CAMPOS_LINK) as (keyof LinkVisitaForm)[];
const TIPOS: Partial<Record<keyof LinkVisitaForm, string>> = {
  de: 'datetime-local',
  ate: 'datetime-local',
  usos_maximo: 'number',
};
const checkCorpo = zodResolver(NovoLinkVisita) as unknown as Resolver<LinkVisitaForm>;

/** Makes a link for visitors; its address is shown once. */
export function NovoLink({ onClose }: { onClose: () => void }) {
  const { mutateAsync, data, isPending } = useMutation(createLinkVisita);
  const form = useForm<LinkVisitaForm>({
    resolver: (valores, ...resto) => checkCorpo(buildCorpoLink(valores) as never, ...resto),
    defaultValues: startLinkForm(serverNow()),
  });
  const envio = useOneAtATime();
  const create = form.handleSubmit(async () => {
    if (!envio.take()) return;
    try {
      await mutateAsync(buildCorpoLink(form.getValues()));
    } catch (error) {
      showFaults(form, error);
    } finally {
      envio.release();
    }
  });
  return (
    <OnceDialog
      title="Novo link de visita"
      pending={isPending}
      once={data?.link && <LinkPronto link={data.link} />}
      onClose={onClose}
      onCtrlEnter={() => void create()}
      actions={
        <Button variant="primary" type="submit" form={FORMULARIO} loading={isPending}>
          Criar link
        </Button>
      }
    >
      <form id={FORMULARIO} onSubmit={create} noValidate>
        <Grid columns={2}>
          {CHAVES.map((chave) => (
            <Field
              key={chave}
              required
              label={CAMPOS_LINK[chave]}
              error={form.formState.errors[chave]?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  {...form.register(chave)}
                  type={TIPOS[chave] ?? 'text'}
                  {...(chave === 'usos_maximo' && { min: 1, max: USOS_MAXIMO })}
                  autoComplete="off"
                  autoFocus={chave === 'anfitriao'}
                />
              )}
            </Field>
          ))}
        </Grid>
      </form>
    </OnceDialog>
  );
}

/** The address and its code, for a message or for a screen that the visitor points a phone at. */
const LinkPronto = ({ link }: { link: string }) => (
  <Stack>
    <Alert tone="warning" role="status">
      Copie agora: o link não será mostrado de novo. Quem o tiver pode preenchê-lo.
    </Alert>
    <div className="rounded-control border border-border bg-bg px-4 py-3">
      <CopyText label="Link" text={link} />
    </div>
    <QRCodeSVG
      className="mx-auto"
      value={link}
      size={200}
      level="M"
      marginSize={4}
      title="Código QR que abre o link"
    />
  </Stack>
);
