import { useQuery } from '@tanstack/react-query';
import type { Perfil } from '@unipark/contract/perfil';
import { Suspense, useState } from 'react';
import { readAgente } from '../../lib/agente.ts';
import { day, hour } from '../../lib/time/format.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Lembrete } from '../segundoFator/Lembrete.tsx';
import { SegundoFator } from '../segundoFator/SegundoFator.tsx';
import { perfilQuery } from './api.ts';
import { Linha } from './Linha.tsx';

const AlterarSenha = part(() => import('./AlterarSenha.tsx').then((file) => file.AlterarSenha));

export function Seguranca() {
  const query = useQuery(perfilQuery);
  const { data, error } = query;
  return (
    <Panel title="Segurança">
      {data ? (
        <Known perfil={data} />
      ) : error ? (
        <FailedQuery title="Não foi possível carregar os dados da conta" query={query} />
      ) : (
        <div aria-busy="true" className="flex min-h-100 flex-col gap-3">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
      {/* It is known later than the rest: here it moves nothing. */}
      <Lembrete />
    </Panel>
  );
}

function Known({ perfil }: { perfil: Perfil }) {
  const { senhaAlteradaEm, acessoAnterior } = perfil;
  const [isChanging, setChanging] = useState(false);
  return (
    <div className="divide-y divide-border">
      {senhaAlteradaEm ? (
        <Linha icon="key" title="Senha" text={`Alterada em ${day(senhaAlteradaEm)}`}>
          <Button onClick={() => setChanging(true)}>Alterar senha</Button>
        </Linha>
      ) : (
        <Linha
          icon="key"
          title="Senha"
          text="O acesso à sua conta é feito por outro serviço, sem senha no UNIPARK."
        />
      )}
      <Linha
        icon="history"
        title="Acesso anterior"
        text={acessoAnterior ? told(acessoAnterior) : 'Este é o primeiro acesso.'}
      />
      <SegundoFator perfil={perfil} />
      <Suspense>{isChanging && <AlterarSenha onClose={() => setChanging(false)} />}</Suspense>
    </div>
  );
}

function told({ em, agente }: NonNullable<Perfil['acessoAnterior']>): string {
  const when = `${day(em)}, ${hour(em)}`;
  return agente ? `${when} · ${readAgente(agente).nome}` : when;
}
