import { useUser } from '../lib/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Preferencias } from './Preferencias.tsx';

export function Perfil() {
  const { name, email, picture } = useUser();
  const nome = name.trim() || 'Usuário';
  return (
    <>
      <PageHeader title="Perfil" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Panel as="div">
            <div className="flex items-center gap-6 max-phone:gap-4">
              <Avatar name={nome} src={picture} size={96} />
              <div className="min-w-0">
                <p className="text-xl font-bold tracking-tight wrap-anywhere">{nome}</p>
                <p className="wrap-anywhere text-muted">{email}</p>
              </div>
            </div>
          </Panel>
          <Panel title="Informações de Conta">
            <dl className="divide-y divide-border">
              <Line label="Nome Completo" value={name.trim() || 'Não informado'} />
              <Line label="Email" value={email} />
            </dl>
          </Panel>
        </div>
        <Preferencias />
      </div>
    </>
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
