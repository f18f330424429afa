import { CAMPOS_VEICULO, isProibido } from '@unipark/contract/veiculo';
import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { CampoValidade } from '../CampoValidade.tsx';
import { optionsOf } from '../consulta/filtros.ts';
import { SEM_STATUS } from '../rotulos.ts';
import type { VeiculoForm } from '../useCampos.ts';
import type { VeiculoDraft } from './registro.ts';

const { pergunta: MOTIVO } = CAMPOS_VEICULO.motivo;
const OPCOES = optionsOf(CAMPOS_VEICULO.status.opcoes ?? []);

type Props = {
  label: ReactNode;
  /** The label of the last day. */
  validade: ReactNode;
  campos: VeiculoForm<VeiculoDraft>;
};

/**
 * Beside the select: the last day of the permission, or the reason of a PROIBIDO, in the same place;
 * below both what an empty status means.
 */
export function SecaoStatus({ label, validade, campos: { valores, erros, change } }: Props) {
  const aviso = useId();
  const { status, motivo, valido_ate } = valores;
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
        <CampoValidade
          label={validade}
          value={valido_ate}
          error={erros.valido_ate}
          onChange={(dia) => change({ valido_ate: dia })}
        />
      )}
      {/* Its line stays: a choice of the status moves nothing. */}
      <p id={aviso} className="text-xs text-warning @min-[40rem]:col-span-2 @min-[40rem]:min-h-5">
        {status === '' && SEM_STATUS}
      </p>
    </div>
  );
}
