import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { NovoProprietario } from '@unipark/contract/proprietario';
import { isBlank } from '@unipark/contract/texto';
import { useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { onCtrlEnter } from '../lib/screen/ctrlEnter.ts';
import { announce } from '../lib/screen/notices.ts';
import { showFaults } from '../lib/screen/showFaults.ts';
import { useOneAtATime } from '../lib/screen/useOneAtATime.ts';
import { useAttemptKey } from '../lib/wire/attempt.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { useLeaveGuard } from '../ui/dialog/useLeaveGuard.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { createProprietario, pathOfProprietario, proprietarioQuery } from './api.ts';
import { CamposContato } from './CamposContato.tsx';

const VAZIO = { matricula: '', nome: '', email: '', telefone: '' };

/** Owner creation. The form validates itself: the browser's bubbles would hide the warning. */
export function CadastrarProprietario() {
  const navigate = useNavigate();
  const criar = useMutation(createProprietario());
  const { keyFor, done } = useAttemptKey();
  const envio = useOneAtATime();
  const [conferir, setConferir] = useState('');
  const form = useForm({
    resolver: zodResolver(NovoProprietario),
    defaultValues: VAZIO,
  });
  const { register, handleSubmit, getValues, formState } = form;
  const { errors, isDirty } = formState;
  const cadastrado = useRef(false);
  const perguntaDeSaida = useLeaveGuard(isDirty && !criar.isSuccess, {
    text: 'O proprietário ainda não foi cadastrado.',
    // The form's own navigation, before the page shows that it was saved.
    isAllowed: () => cadastrado.current,
  });

  const warn = (_: FieldErrors<NovoProprietario>) => {
    const { matricula, nome } = getValues();
    if (isBlank(matricula) || isBlank(nome))
      announce('warning', 'Preencha todos os campos obrigatórios.');
  };

  const submitThen = (goOn: (matricula: string) => void) =>
    handleSubmit((corpo) => {
      if (!envio.take()) return;
      criar.mutate(
        { corpo, chave: keyFor(corpo) },
        {
          onSuccess: ({ matricula }) => {
            done();
            cadastrado.current = true;
            goOn(matricula);
          },
          onSettled: envio.release,
          onError: (error) => showFaults(form, error),
        },
      );
    }, warn);

  const save = submitThen((matricula) =>
    navigate('/proprietarios/consultar', { state: { destaque: matricula } }),
  );
  const saveAndAddVeiculo = submitThen((matricula) =>
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
        <form onSubmit={save} onKeyDown={onCtrlEnter(() => void save())} noValidate>
          <Stack>
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
            <CamposContato errors={errors} register={register} />
            <Stack direction="row" gap={8} wrap>
              <ButtonLink to="/proprietarios" className="mr-auto max-tablet:grow">
                Voltar
              </ButtonLink>
              <Button
                onClick={saveAndAddVeiculo}
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
      {perguntaDeSaida}
    </>
  );
}

function MatriculaOcupada({ matricula }: { matricula: string }) {
  const { data: dono } = useQuery(proprietarioQuery(matricula));
  if (!dono || dono.matricula !== matricula) return null;
  return (
    <span className="font-medium text-warning">
      Já cadastrada para <Link to={pathOfProprietario(matricula)}>{dono.nome}</Link>
    </span>
  );
}
