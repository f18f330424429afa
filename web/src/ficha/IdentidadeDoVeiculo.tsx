import type { Ficha } from '@unipark/contract/ficha';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { isVencido } from '@unipark/contract/validade';
import { CAMPOS_VEICULO, formatCampo, orderCampos } from '@unipark/contract/veiculo';
import { serverNow } from '../lib/time/serverClock.ts';
import { Fact } from '../ui/layout/Fact.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Cor } from '../veiculos/Cor.tsx';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { formatOptional } from '../veiculos/rotulos.ts';
import { StatusChip } from '../veiculos/StatusChip.tsx';

const FATOS = orderCampos('fato');

export function IdentidadeDoVeiculo({ dados, linha }: { dados: Ficha; linha?: string }) {
  const { veiculo, motivo } = dados;
  const { placa, tipo, status } = veiculo;
  const hoje = formatDiaIso(serverNow());
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
        {FATOS.map((chave) => (
          <Fact key={chave} label={CAMPOS_VEICULO[chave].rotulo}>
            {chave === 'cor' && veiculo.cor ? (
              <Cor nome={veiculo.cor} />
            ) : (
              formatOptional(formatCampo(chave, veiculo[chave]))
            )}
            {chave === 'valido_ate' && isVencido(veiculo.valido_ate, hoje) && (
              <span className="text-danger"> · este dia já passou</span>
            )}
          </Fact>
        ))}
      </Facts>
    </>
  );
}
