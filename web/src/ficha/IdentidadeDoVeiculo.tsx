import type { Ficha } from '@unipark/contract/ficha';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Cor } from '../veiculos/Cor.tsx';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { informado, NAO_INFORMADO, rotuloTipo } from '../veiculos/rotulos.ts';
import { StatusChip } from '../veiculos/StatusChip.tsx';

/** The plate as it looks, how it stands at the gate and why, and what kind of vehicle it is. */
export function IdentidadeDoVeiculo({ dados, linha }: { dados: Ficha; linha?: string }) {
  const { veiculo, motivo } = dados;
  const { placa, tipo, marca, modelo, ano, cor, status } = veiculo;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-tablet:flex-col">
        <Placa
          placa={placa}
          tipo={tipo}
          linha={linha}
          largura={tipo === '2' ? 150 : 260}
          decorativa
        />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2 max-tablet:w-full max-tablet:items-center max-tablet:text-center">
          <StatusChip status={status} />
          {motivo && <p className="wrap-anywhere">Motivo: {motivo}</p>}
        </div>
      </div>
      <Facts>
        <Fact label="Modelo">{informado(modelo)}</Fact>
        <Fact label="Marca">{informado(marca)}</Fact>
        <Fact label="Ano">{informado(ano)}</Fact>
        <Fact label="Tipo">{informado(rotuloTipo(tipo))}</Fact>
        <Fact label="Cor">{cor ? <Cor nome={cor} /> : NAO_INFORMADO}</Fact>
      </Facts>
    </>
  );
}
