import { Suspense, useState } from 'react';
import { AlertasNesteAparelho } from '../avisos/AlertasNesteAparelho.tsx';
import { useUser } from '../lib/session/session.ts';
import { part } from '../lib/wire/parts.ts';
import { Button } from '../ui/button/Button.tsx';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Preferencias } from './Preferencias.tsx';
import { Seguranca } from './perfil/Seguranca.tsx';
import { Sessoes } from './perfil/Sessoes.tsx';

const FotoPerfil = part(() => import('./perfil/FotoPerfil.tsx').then((file) => file.FotoPerfil));

export function Perfil() {
  const { name, email } = useUser();
  return (
    <>
      <PageHeader title="Perfil" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Head />
          <Panel title="Informações de Conta">
            <dl className="divide-y divide-border">
              <Line label="Nome Completo" value={name.trim() || 'Não informado'} />
              <Line label="Email" value={email} />
            </dl>
          </Panel>
          <Seguranca />
        </div>
        <div className="flex flex-col gap-4">
          <Preferencias />
          <AlertasNesteAparelho />
          <Sessoes />
        </div>
      </div>
    </>
  );
}

function Head() {
  const { name, email, picture } = useUser();
  const [isChoosing, setChoosing] = useState(false);
  const nome = name.trim() || 'Usuário';
  return (
    <Panel as="div">
      <div className="flex flex-wrap items-center gap-6 max-phone:gap-4">
        <Avatar name={nome} src={picture} size={96} />
        <div className="min-w-0 grow basis-40">
          <p className="text-xl font-bold tracking-tight wrap-anywhere">{nome}</p>
          <p className="wrap-anywhere text-muted">{email}</p>
        </div>
        <Button onClick={() => setChoosing(true)}>Trocar foto</Button>
      </div>
      <Suspense>{isChoosing && <FotoPerfil onClose={() => setChoosing(false)} />}</Suspense>
    </Panel>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="py-4 first:pt-0 last:pb-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}
