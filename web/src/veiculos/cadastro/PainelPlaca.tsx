import { classifyPlaca } from '@unipark/contract/placa';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { formatLinhaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { dropCidade, type VeiculoDraft } from './registro.ts';

type Props = { registro: VeiculoDraft; cadastrados: number };

/** Wide: the head of the right column. Narrow: a strip that stays under the header. */
export function PainelPlaca({ registro, cadastrados }: Props) {
  const { placa, tipo, modelo, cidade, estado } = dropCidade(registro);
  const formato = classifyPlaca(placa);
  return (
    <div
      className={cx(
        'sticky top-16 z-2 -mx-4 flex h-22 items-center gap-4 border-b border-border bg-surface px-4',
        'tablet:-mx-6 tablet:px-6 low:static',
        'desktop:static desktop:m-0 desktop:h-auto desktop:flex-col desktop:items-stretch desktop:border-b-0 desktop:bg-transparent desktop:p-0',
      )}
    >
      <div
        className={cx(
          'shrink-0',
          tipo === '2'
            ? 'w-20 desktop:mx-auto desktop:w-44'
            : 'w-52 max-[22.5rem]:w-40 desktop:w-full',
        )}
      >
        <Placa
          placa={placa}
          tipo={tipo}
          linha={formatLinhaPlaca(cidade, estado)}
          validade={placa === '' ? undefined : formato === 'Inválida' ? 'invalida' : 'valida'}
        />
      </div>
      <div className="flex min-w-0 grow flex-col desktop:flex-row desktop:items-center desktop:justify-between desktop:gap-3">
        <Formato placa={placa} formato={formato} />
        <span className="truncate text-sm text-muted desktop:hidden">{modelo}</span>
        {cadastrados > 0 && (
          <span className="text-xs text-muted max-desktop:hidden">
            {cadastrados} {cadastrados === 1 ? 'cadastrado' : 'cadastrados'} nesta sessão
          </span>
        )}
      </div>
    </div>
  );
}

function Formato({ placa, formato }: { placa: string; formato: string }) {
  if (placa === '') return <span className="text-sm text-muted">Sem placa</span>;
  const valida = formato !== 'Inválida';
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 font-semibold',
        valida ? 'text-positive' : 'text-danger',
      )}
    >
      <Icon name={valida ? 'check' : 'x'} size={20} />
      {formato}
    </span>
  );
}
