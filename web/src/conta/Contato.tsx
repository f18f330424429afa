import { Link } from 'react-router';
import { useSession } from '../lib/session/session.ts';
import { ContatoForm } from './ContatoForm.tsx';
import { useInstalacao } from './instalacao.ts';
import { PublicLayout } from './PublicLayout.tsx';

export function Contato() {
  const isSignedIn = useSession().status === 'signedIn';
  return (
    <PublicLayout wide title="Contato" hint="Fale com a administração do estacionamento.">
      <div className="grid gap-8 tablet:grid-cols-[2fr_3fr]">
        <Channels />
        <ContatoForm />
      </div>
      <p className="text-sm">
        <Link to={isSignedIn ? '/home' : '/'}>{isSignedIn ? 'Página Inicial' : 'Entrar'}</Link>
      </p>
    </PublicLayout>
  );
}

function Channels() {
  const contato = useInstalacao()?.contato;
  const channels = [
    ['Telefone', contato?.telefone, 'tel:'],
    ['E-mail', contato?.email, 'mailto:'],
    ['Endereço', contato?.endereco, ''],
    ['Horário', contato?.horario, ''],
  ] as const;
  const known = channels.filter(([, value]) => value);
  if (known.length === 0) {
    return (
      <p className="text-muted">
        Envie uma mensagem pelo formulário: a administração responde por e-mail.
      </p>
    );
  }
  return (
    <dl className="flex flex-col gap-4">
      {known.map(([label, value, scheme]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold break-words">
            {scheme ? <a href={`${scheme}${value}`}>{value}</a> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
