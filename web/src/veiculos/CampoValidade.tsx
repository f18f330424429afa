import { formatDiaIso } from '@unipark/contract/horaLocal';
import {
  formatDia,
  isVencido,
  listFinsDeSemestre,
  VALIDADE_LIMITES,
} from '@unipark/contract/validade';
import type { ReactNode } from 'react';
import { serverNow } from '../lib/time/serverClock.ts';
import { LinkButton } from '../ui/button/LinkButton.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';

type Props = {
  label: ReactNode;
  value: string;
  error?: ReactNode;
  onChange: (dia: string) => void;
};

/** The last day of a permission; the ends of this semester and of the next one are offered. */
export function CampoValidade({ label, value, error, onChange }: Props) {
  const hoje = formatDiaIso(serverNow());
  const [este, proximo] = listFinsDeSemestre(hoje);
  const passou = isVencido(value || null, hoje);
  return (
    <Field
      label={label}
      error={error}
      hint={passou && 'Este dia já passou: o veículo fica Indefinido.'}
    >
      {(control) => (
        <div className="flex items-start gap-3">
          <Input
            {...control}
            {...VALIDADE_LIMITES}
            type="date"
            className="min-w-34 flex-1"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {/* Two targets of 24 px in the height of the field; apart for a finger. */}
          <span className="-my-0.5 flex flex-col items-start text-xs *:min-h-6 pointer-coarse:gap-y-6">
            <LinkButton title={formatDia(este)} onClick={() => onChange(este)}>
              Fim do semestre
            </LinkButton>
            <LinkButton title={formatDia(proximo)} onClick={() => onChange(proximo)}>
              Fim do próximo
            </LinkButton>
          </span>
        </div>
      )}
    </Field>
  );
}
