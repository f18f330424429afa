import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { NovoProprietario } from '@unipark/contract/proprietario';
import { useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useAttemptKey } from '../lib/attempt.ts';
import { onCtrlEnter } from '../lib/ctrlEnter.ts';
import { ApiError } from '../lib/http.ts';
import { announce } from '../lib/notices.ts';
import { useOneAtATime } from '../lib/useOneAtATime.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Stack } from '../ui/Stack.tsx';
import { createProprietario } from './api.ts';
import { MatriculaOcupada } from './MatriculaOcupada.tsx';

const VAZIO: NovoProprietario = { matricula: '', nome: '' };

/** Owner creation. The form validates itself, for the browser's bubbles would swallow the warning. */
export function CadastrarProprietario() {
  const navigate = useNavigate();
  const criar = useMutation(createProprietario());
  const { keyFor, done } = useAttemptKey();
  const envio = useOneAtATime();
  const [conferir, setConferir] = useState('');
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: zodResolver(NovoProprietario),
    defaultValues: VAZIO,
  });
  const { errors } = formState;

  const avisar = (_: FieldErrors<NovoProprietario>) => {
    const { matricula, nome } = getValues();
    if (!matricula.trim() || !nome.trim())
      announce('warning', 'Preencha todos os campos obrigatórios.');
  };

  const enviar = (destino: (matricula: string) => void) =>
    handleSubmit((corpo) => {
      if (!envio.take()) return;
      criar.mutate(
        { corpo, chave: keyFor(corpo) },
        {
          onSuccess: ({ matricula }) => {
            done();
            destino(matricula);
          },
          onSettled: envio.release,
          onError: (error) => {
            if (!(error instanceof ApiError)) return;
            for (const campo of ['nome', 'matricula'] as const) {
              const message = error.campos[campo];
              if (message) setError(campo, { message }, { shouldFocus: true });
            }
          },
        },
      );
    }, avisar);

  const cadastrar = enviar((matricula) =>
    navigate('/proprietarios/consultar', { state: { destaque: matricula } }),
  );
  const cadastrarEIncluir = enviar((matricula) =>
    navigate(`/veiculos/cadastrar?proprietario=${encodeURIComponent(matricula)}`),
  );

  return (
    <>
      <PageHeader
        title="Cadastrar Novo Proprietário"
        breadcrumb={[
          { label: 'Proprietários', to: '/proprietarios' },
          { label: 'Novo Proprietário' },
        ]}
      />
      <Panel as="div" className="max-w-140">
        <form onSubmit={cadastrar} onKeyDown={onCtrlEnter(() => void cadastrar())} noValidate>
          <Stack gap={16}>
            <Field
              label="Matrícula"
              required
              hintLine
              hint={
                <MatriculaOcupada matricula={criar.isPending || criar.isSuccess ? '' : conferir} />
              }
              error={errors.matricula?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  {...register('matricula', {
                    onBlur: () => setConferir(getValues('matricula').trim()),
                  })}
                  inputMode="numeric"
                  autoComplete="off"
                />
              )}
            </Field>
            <Field label="Nome" required error={errors.nome?.message}>
              {(control) => <Input {...control} {...register('nome')} autoComplete="off" />}
            </Field>
            <Stack direction="row" gap={8} wrap>
              <ButtonLink to="/proprietarios" className="mr-auto max-tablet:grow">
                Voltar
              </ButtonLink>
              <Button
                onClick={cadastrarEIncluir}
                disabled={criar.isPending}
                className="max-tablet:grow"
              >
                Cadastrar e incluir veículo
              </Button>
              <Button
                variant="primary"
                type="submit"
                loading={criar.isPending}
                className="max-tablet:grow"
              >
                {criar.isPending ? 'Salvando...' : 'Cadastrar'}
              </Button>
            </Stack>
          </Stack>
        </form>
      </Panel>
    </>
  );
}
