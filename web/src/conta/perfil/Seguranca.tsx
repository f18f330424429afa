import { useQuery } from '@tanstack/react-query';
import type { Perfil } from '@unipark/contract/perfil';
import { useState } from 'react';
import { asApiError } from '../../lib/errors.ts';
import { day, hour } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Lembrete } from '../segundoFator/Lembrete.tsx';
import { SegundoFator } from '../segundoFator/SegundoFator.tsx';
import { AlterarSenha } from './AlterarSenha.tsx';
import { readAgente } from './agente.ts';
import { perfilQuery } from './api.ts';
import { Linha } from './Linha.tsx';

/** What keeps the account its owner's. */
export function Seguranca() {
  const { data, error, isFetching, refetch } = useQuery(perfilQuery);
  return (
    <Panel title="Segurança">
      <Lembrete />
      {data ? (
        <Known perfil={data} />
      ) : error ? (
        <FailedState
          title="Não foi possível carregar os dados da conta"
          text={asApiError(error).mensagem}
          requestId={asApiError(error).pedido}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
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
        <Linha icon="key" title="Senha" text="Sua conta entra por outro serviço, sem senha aqui." />
      )}
      <Linha
        icon="history"
        title="Acesso anterior"
        text={acessoAnterior ? told(acessoAnterior) : 'Este é o primeiro acesso.'}
      />
      <SegundoFator perfil={perfil} />
      {isChanging && <AlterarSenha onClose={() => setChanging(false)} />}
    </div>
  );
}

function told({ em, agente }: NonNullable<Perfil['acessoAnterior']>): string {
  const when = `${day(em)}, ${hour(em)}`;
  return agente ? `${when} · ${readAgente(agente).nome}` : when;
}
