import { useQuery } from '@tanstack/react-query';
import { ROTULOS_SENTIDO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { useRecentHour } from '../lib/time/useMinute.ts';
import { ultimosVeiculosQuery } from '../passagens/api.ts';
import { formatLinhaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';

/** The last passages, while no plate is asked for: one tap asks for the verdict of a plate. */
export function UltimasPassagens({ onChoose }: { onChoose: (placa: string) => void }) {
  const { data = [] } = useQuery(ultimosVeiculosQuery);
  const comPlaca = data.filter(({ placa }) => placa !== '');
  if (comPlaca.length === 0) return null;
  return (
    <section className="ultimas" aria-labelledby="portaria-ultimas">
      <h2 id="portaria-ultimas">Últimas passagens</h2>
      <ol>
        {comPlaca.map((passagem) => (
          <li key={passagem.id}>
            <button type="button" onClick={() => onChoose(passagem.placa)}>
              <LinhaDaPassagem passagem={passagem} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function LinhaDaPassagem({ passagem }: { passagem: UltimoVeiculo }) {
  const { placa, tipo, cidade, estado, modelo, status, camera, sentido, instante } = passagem;
  const lugar = [sentido && ROTULOS_SENTIDO[sentido], camera && `Câmera ${camera}`];
  const linha = formatLinhaPlaca(cidade, estado);
  return (
    <>
      <time dateTime={instante}>{useRecentHour(instante)}</time>
      <Placa
        placa={placa}
        tipo={tipo}
        linha={linha}
        largura={tipo === '2' ? '56px' : '112px'}
        decorativa
      />
      <PlacaTexto placa={placa} className="text-2xl" />
      <span className="ultima-modelo">{modelo === status ? '' : modelo}</span>
      <span className="ultima-lugar">{lugar.filter(Boolean).join(' · ')}</span>
      <StatusChip status={status} />
    </>
  );
}
