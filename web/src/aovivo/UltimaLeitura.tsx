import { useQuery } from '@tanstack/react-query';
import { useRecentHour } from '../lib/useRecentHour.ts';
import { ultimosVeiculosQuery } from '../passagens/api.ts';
import { ultimaDaCamera } from '../passagens/historico.ts';

const SENTIDOS = { entrada: 'Entrada', saida: 'Saída' } as const;

type UltimaLeituraProps = { camera: { id: string; nome: string } };

/** What a camera read last: of the passages on show, or of all where other cameras filled those. */
export function UltimaLeitura({ camera: { id, nome } }: UltimaLeituraProps) {
  const { data } = useQuery(ultimosVeiculosQuery);
  const naTela = data?.find(({ camera }) => camera === id || camera === nome);
  const { data: guardada } = useQuery({
    ...ultimaDaCamera(id, nome),
    enabled: data !== undefined && !naTela,
  });
  const ultima = naTela ?? guardada;
  if (!ultima) return <p className="leitura leitura-vazia">{nome}, sem leitura</p>;
  const { placa, sentido, instante } = ultima;
  return (
    <p className="leitura">
      {sentido ? <span className="leitura-sentido">{SENTIDOS[sentido]}</span> : null}
      <span translate="no" className="leitura-placa">
        {placa}
      </span>
      <Hora instante={instante} />
    </p>
  );
}

function Hora({ instante }: { instante: string }) {
  return <time dateTime={instante}>{useRecentHour(instante)}</time>;
}
