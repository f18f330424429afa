import { Cameras } from '../cameras/Cameras.tsx';
import { Alertas } from '../passagens/Alertas.tsx';
import { UltimosVeiculos } from '../passagens/UltimosVeiculos.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import './aovivo.css';
import { useWatching } from '../lib/presence.ts';
import { useTelaAcesa } from '../lib/useTelaAcesa.ts';
import { TelaCheia } from './TelaCheia.tsx';
import { UltimaLeitura } from './UltimaLeitura.tsx';

/** The live screen: who passed, and what the cameras see. */
export function AoVivo() {
  useTelaAcesa();
  useWatching();
  return (
    <div className="aovivo">
      <PageHeader title="Ao Vivo" hidden />
      <Alertas />
      <UltimosVeiculos actions={<TelaCheia />} />
      <Cameras rodape={(camera) => <UltimaLeitura camera={camera} />} />
    </div>
  );
}
