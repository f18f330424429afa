import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CAMPOS_VISITA,
  DadosVisita,
  type VisitaAnunciada,
  type VisitaConfirmada,
} from '@unipark/contract/linkVisita';
import { cleanPlaca } from '@unipark/contract/placa';
import { type ReactNode, useEffect } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useInstalacao } from '../conta/instalacao.ts';
import { LinkWait } from '../conta/LinkWait.tsx';
import { PublicLayout } from '../conta/PublicLayout.tsx';
import { useLinkToken } from '../conta/useLinkToken.ts';
import { focusHeadingSoon } from '../lib/screen/focusHeading.ts';
import { showFaults } from '../lib/screen/showFaults.ts';
import { clock, count } from '../lib/time/format.ts';
import { asApiError } from '../lib/wire/errors.ts';
import { queryClient } from '../lib/wire/query.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { confirmVisita, visitaQuery } from './api.ts';

const TOKEN = ['token'] as const;
const checkDados = zodResolver(DadosVisita) as Resolver<DadosVisita>;

/** A visitor, without an account, fills in the link that a host gave: name and plate. */
export function Visita() {
  const [link] = useLinkToken(TOKEN, 'unipark.visita');
  const token = link?.token ?? '';
  const { data, error, isFetching, refetch } = useQuery(visitaQuery(token), queryClient);
  const confirmar = useMutation(confirmVisita, queryClient);
  if (confirmar.data) return <Confirmada visita={confirmar.data} />;
  if (!token) return <Recusada title="Abra de novo o link que você recebeu." />;
  if (error) {
    const { mensagem, status } = asApiError(error);
    return (
      <Recusada title={mensagem}>
        {isPassing(status) && (
          <Button loading={isFetching} onClick={() => refetch()}>
            Tentar de novo
          </Button>
        )}
      </Recusada>
    );
  }
  return (
    <PublicLayout title="Sua visita" hint={data && <Convite visita={data} />}>
      {data ? (
        <Formulario
          enviando={confirmar.isPending}
          onSend={(dados) => confirmar.mutateAsync({ token, ...dados })}
        />
      ) : (
        <LinkWait text="Abrindo o link…" />
      )}
    </PublicLayout>
  );
}

/** No connection, a busy server, or too many calls: the same link may work in a moment. */
const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500;

const Convite = ({ visita: { anfitriao, destino, de, ate } }: { visita: VisitaAnunciada }) => (
  <>
    <strong>{anfitriao}</strong> espera você em <strong>{destino}</strong>, de {clock(de)} até{' '}
    {clock(ate)}.
  </>
);

type FormularioProps = {
  enviando: boolean;
  onSend: (dados: DadosVisita) => Promise<unknown>;
};

function Formulario({ enviando, onSend }: FormularioProps) {
  const form = useForm<DadosVisita>({
    resolver: ({ nome, placa }, ...resto) =>
      checkDados({ nome, placa: cleanPlaca(placa) }, ...resto),
    defaultValues: { nome: '', placa: '' },
  });
  const { register, formState } = form;
  const send = form.handleSubmit(async (dados) => {
    try {
      await onSend(dados);
    } catch (error) {
      showFaults(form, error);
    }
  });
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      <Field required label={CAMPOS_VISITA.nome} error={formState.errors.nome?.message}>
        {(control) => <Input {...control} {...register('nome')} autoComplete="name" />}
      </Field>
      <Field required label={CAMPOS_VISITA.placa} error={formState.errors.placa?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('placa')}
            face="plate"
            className="uppercase"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={enviando}>
        Confirmar visita
      </Button>
      <Guarda />
    </form>
  );
}

/** How long what the visitor types is kept, and who sees it. */
function Guarda() {
  const dias = useInstalacao()?.prazos?.visitantes_dias;
  return (
    <p className="text-sm text-muted">
      Só a equipe do estacionamento vê o nome e a placa. O passe é apagado{' '}
      {dias ? `${count(dias, 'dia', 'dias')} depois da visita` : 'no prazo da instituição'}; o
      registro de auditoria guarda a placa, sem o nome.
    </p>
  );
}

function Confirmada({ visita }: { visita: VisitaConfirmada }) {
  const { nome, placa, anfitriao, destino, de, ate } = visita;
  // The form had the cursor and is no longer on screen.
  useEffect(focusHeadingSoon, []);
  return (
    <PublicLayout title="Visita confirmada" hint="A portaria já tem o seu passe.">
      <p className="text-center">
        <PlacaTexto placa={placa} className="text-3xl" />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {[
          ['Nome', nome],
          ['Quem recebe', anfitriao],
          ['Destino', destino],
          ['De', clock(de)],
          ['Até', clock(ate)],
        ].map(([rotulo, valor]) => (
          <div key={rotulo} className="contents">
            <dt className="text-muted">{rotulo}</dt>
            <dd className="font-semibold wrap-anywhere">{valor}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">Você já pode fechar esta página.</p>
    </PublicLayout>
  );
}

const Recusada = ({ title, children }: { title: string; children?: ReactNode }) => (
  <PublicLayout title="Sua visita">
    <EmptyState snug icon="warning" title={title}>
      {children}
    </EmptyState>
  </PublicLayout>
);
