import { Icon } from '../../ui/Icon.tsx';
import { Placa } from './Placa.tsx';

type Props = { de: string; para: string; tipo: string | null; linha: string | undefined };

/** Both plates of one car, the old and the new; the sentence beside says them. */
export function TrocaDePlaca({ de, para, tipo, linha }: Props) {
  const largura = tipo === '2' ? 96 : 144;
  return (
    <div className="flex items-center justify-center gap-3">
      <Placa placa={de} tipo={tipo} linha={linha} largura={largura} decorativa />
      <Icon name="arrow-right" size={22} className="text-primary" />
      <Placa placa={para} tipo={tipo} largura={largura} decorativa />
    </div>
  );
}
