/** The gate's view of a permission: its last day counts before the register follows it. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { isVencido, sayVencida } from '@unipark/contract/validade';
import { isProibido, statusOn } from '@unipark/contract/veiculo';
import { nowDate } from '../../platform/clock.ts';

interface ValidityRow {
  status: string;
  motivo: string | null;
  valido_ate: string | null;
}

/**
 * The vehicle with the status that it has today, by the clock of the server; one whose last day has
 * passed has that as its reason.
 */
export function withValidade<T extends ValidityRow>(veiculo: T): T {
  const { valido_ate, status, motivo } = veiculo;
  if (valido_ate === null) return veiculo;
  const hoje = formatDiaIso(nowDate());
  if (!isVencido(valido_ate, hoje) || isProibido(status)) return veiculo;
  return {
    ...veiculo,
    status: statusOn(veiculo, hoje),
    motivo: motivo ?? sayVencida(valido_ate),
  };
}
