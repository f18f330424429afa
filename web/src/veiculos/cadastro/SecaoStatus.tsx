import { CAMPOS_VEICULO, isProibido } from '@unipark/contract/veiculo';
import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { optionsOf } from '../consulta/filtros.ts';
import { SEM_STATUS } from '../rotulos.ts';
import type { VeiculoForm } from '../useCampos.ts';
import type { VeiculoDraft } from './registro.ts';

const { pergunta: MOTIVO } = CAMPOS_VEICULO.motivo;
const OPCOES = optionsOf(CAMPOS_VEICULO.status.opcoes ?? []);

type Props = { label: ReactNode; campos: VeiculoForm<VeiculoDraft> };

/** Beside the select: what an empty status means, or the reason of a PROIBIDO, in the same place. */
export function SecaoStatus({ label, campos: { valores, erros, change } }: Props) {
  const aviso = useId();
  const { status, motivo } = valores;
  return (
    <div className="grid content-start gap-x-4 gap-y-2 max-desktop:order-3 desktop:col-start-2 desktop:row-start-1 @min-[40rem]:grid-cols-[10rem_minmax(0,1fr)]">
      <Field label={label} error={erros.status}>
        {(control) => (
          <NativeSelect
            {...control}
            aria-describedby={cx(control['aria-describedby'], status === '' && aviso) || undefined}
            value={status}
            onChange={({ target }) => change({ status: target.value })}
            placeholder="Selecione…"
            options={OPCOES}
          />
        )}
      </Field>
      {isProibido(status) ? (
        <Field label={MOTIVO} error={erros.motivo}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={motivo}
              onChange={({ target }) => change({ motivo: target.value })}
            />
          )}
        </Field>
      ) : (
        status === '' && (
          <p id={aviso} className="text-xs text-warning @min-[40rem]:mt-8">
            {SEM_STATUS}
          </p>
        )
      )}
    </div>
  );
}
