import { useQuery } from '@tanstack/react-query';
import { hour } from '../lib/format.ts';
import { ultimosVeiculosQuery } from '../passagens/api.ts';

const SENTIDOS = { entrada: 'Entrada', saida: 'Saída' } as const;

type UltimaLeituraProps = { camera: { id: string; nome: string } };

/** What a camera read last, of the passages on show: readings name it by id or by name. */
export function UltimaLeitura({ camera: { id, nome } }: UltimaLeituraProps) {
  const { data } = useQuery(ultimosVeiculosQuery);
  const ultima = data?.find(({ camera }) => camera === id || camera === nome);
  if (!ultima) return <p className="leitura">{nome}, sem leitura</p>;
  const { placa, sentido, instante } = ultima;
  return (
    <p className="leitura">
      {sentido ? <span className="leitura-sentido">{SENTIDOS[sentido]}</span> : null}
      <span translate="no" className="leitura-placa">
        {placa}
      </span>
      <time dateTime={instante}>{hour(instante)}</time>
    </p>
  );
}
