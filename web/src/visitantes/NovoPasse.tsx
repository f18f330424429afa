import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isPlacaValida, parsePlaca } from '@unipark/contract/placa';
import { isProibido } from '@unipark/contract/veiculo';
import { CAMPOS_VISITANTE, NovoVisitante } from '@unipark/contract/visitante';
import { type Resolver, useForm } from 'react-hook-form';
import { showFaults } from '../lib/screen/showFaults.ts';
import { useOneAtATime } from '../lib/screen/useOneAtATime.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { useAttemptKey } from '../lib/wire/attempt.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { veiculoQuery } from '../veiculos/api.ts';
import { createVisitante } from './api.ts';
import { buildCorpo, startForm, type VisitanteForm } from './formulario.ts';

const FORMULARIO = 'novo-passe';
const CHAVES = Object.keys(CAMPOS_VISITANTE) as (keyof VisitanteForm)[];
const checkCorpo = zodResolver(NovoVisitante) as unknown as Resolver<VisitanteForm>;

const PROIBIDO = 'Veículo proibido: a portaria o recusa também com o passe.';

/** The pass of a visitor, made at the counter or at the gate. */
export function NovoPasse({ placa, onClose }: { placa: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(createVisitante);
  const { keyFor, done } = useAttemptKey();
  const form = useForm<VisitanteForm>({
    resolver: (valores, ...resto) => checkCorpo(buildCorpo(valores), ...resto),
    defaultValues: startForm(placa, serverNow()),
  });
  const placaLida = parsePlaca(form.watch('placa')) ?? '';
  const { data: veiculo } = useQuery(veiculoQuery(isPlacaValida(placaLida) ? placaLida : ''));
  const proibido = veiculo ? isProibido(veiculo.status) : false;
  const envio = useOneAtATime();
  const save = form.handleSubmit(async () => {
    if (!envio.take()) return;
    const corpo = buildCorpo(form.getValues());
    try {
      await mutateAsync({ corpo, chave: keyFor(corpo) });
      done();
      onClose();
    } catch (error) {
      showFaults(form, error);
    } finally {
      envio.release();
    }
  });
  return (
    <Dialog
      open
      title="Novo passe de visitante"
      busy={isPending}
      onClose={onClose}
      onCtrlEnter={() => void save()}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={FORMULARIO} loading={isPending}>
            Criar passe
          </Button>
        </>
      }
    >
      <form id={FORMULARIO} onSubmit={save} noValidate>
        <Grid columns={2}>
          {CHAVES.map((chave) => (
            <Field
              key={chave}
              required
              label={CAMPOS_VISITANTE[chave]}
              hint={chave === 'placa' && proibido ? PROIBIDO : undefined}
              error={form.formState.errors[chave]?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  {...form.register(chave)}
                  type={chave === 'de' || chave === 'ate' ? 'datetime-local' : 'text'}
                  face={chave === 'placa' ? 'plate' : 'text'}
                  className={chave === 'placa' ? 'uppercase' : undefined}
                  autoComplete="off"
                  autoFocus={chave === (placa ? 'nome' : 'placa')}
                />
              )}
            </Field>
          ))}
        </Grid>
      </form>
    </Dialog>
  );
}
