import { Link } from 'react-router';
import { useSession } from '../lib/session/session.ts';
import { ContatoForm } from './ContatoForm.tsx';
import { useInstalacao } from './instalacao.ts';
import { PublicLayout } from './PublicLayout.tsx';

export function Contato() {
  const isSignedIn = useSession().status === 'signedIn';
  const contato = useInstalacao()?.contato;
  const canais = CANAIS.flatMap(({ rotulo, campo, esquema }) => {
    const valor = contato?.[campo];
    return valor ? [{ rotulo, valor, esquema }] : [];
  });
  return (
    <PublicLayout
      wide={canais.length > 0}
      title="Contato"
      hint="Fale com a administração do estacionamento. A resposta será enviada por e-mail."
    >
      <div className={canais.length > 0 ? 'grid gap-8 tablet:grid-cols-[2fr_3fr]' : undefined}>
        {canais.length > 0 && <Channels canais={canais} />}
        <ContatoForm />
      </div>
      <p className="text-sm">
        <Link to={isSignedIn ? '/home' : '/'}>{isSignedIn ? 'Página Inicial' : 'Entrar'}</Link>
      </p>
    </PublicLayout>
  );
}

const CANAIS = [
  { rotulo: 'Telefone', campo: 'telefone', esquema: 'tel:' },
  { rotulo: 'E-mail', campo: 'email', esquema: 'mailto:' },
  { rotulo: 'Endereço', campo: 'endereco', esquema: '' },
  { rotulo: 'Horário', campo: 'horario', esquema: '' },
] as const;

type ChannelsProps = { canais: readonly { rotulo: string; valor: string; esquema: string }[] };

const Channels = ({ canais }: ChannelsProps) => (
  <dl className="flex flex-col gap-4">
    {canais.map(({ rotulo, valor, esquema }) => (
      <div key={rotulo}>
        <dt className="text-sm text-muted">{rotulo}</dt>
        <dd className="font-semibold break-words">
          {esquema ? <a href={`${esquema}${valor}`}>{valor}</a> : valor}
        </dd>
      </div>
    ))}
  </dl>
);
