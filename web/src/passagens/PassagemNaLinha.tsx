import { type Passagem, rotuloStatus } from '@unipark/contract/passagem';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { Marcas } from './Marcas.tsx';
import { Miniatura } from './Miniatura.tsx';
import { nomeCamera, SENTIDOS } from './textos.ts';

/** A passage in a car's story; a press opens it. */
export function PassagemNaLinha({
  passagem,
  onAbrir,
}: {
  passagem: Passagem;
  onAbrir: () => void;
}) {
  const { id, sentido, camera, status, imagens } = passagem;
  return (
    <button type="button" className="tempo-passagem" aria-haspopup="dialog" onClick={onAbrir}>
      <span className="font-semibold">
        {sentido ? SENTIDOS[sentido] : 'Passagem'}
        {camera && ` · ${nomeCamera(camera)}`}
      </span>
      <StatusChip status={rotuloStatus(status)} />
      <Marcas passagem={passagem} />
      {imagens[0] && <Miniatura passagem={id} imagem={imagens[0].id} />}
    </button>
  );
}
