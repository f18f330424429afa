import { Cameras } from '../cameras/Cameras.tsx';
import { UltimosVeiculos } from '../passagens/UltimosVeiculos.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import './aovivo.css';
import { TelaCheia } from './TelaCheia.tsx';
import { useTelaAcesa } from '../lib/useTelaAcesa.ts';

/** The live screen: who passed, and what the cameras see. */
export function AoVivo() {
  useTelaAcesa();
  return (
    <div className="aovivo">
      <PageHeader title="Ao Vivo" hidden />
      <UltimosVeiculos actions={<TelaCheia />} />
      <Cameras />
    </div>
  );
}
