import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  type ProprietarioOption,
  ProprietarioSelect,
} from '../../proprietarios/ProprietarioSelect.tsx';
import { SelectField } from '../../ui/select/SelectField.tsx';
import type { VeiculoForm } from '../useCampos.ts';
import type { VeiculoDraft } from './registro.ts';

type Props = {
  label: ReactNode;
  campos: VeiculoForm<VeiculoDraft>;
  /** The section beside it. */
  children: ReactNode;
};

/** The owner and the section after it; the link to a new owner comes after both in the Tab order. */
export function SecaoDono({ label, campos: { valores, erros, change }, children }: Props) {
  return (
    <>
      <SelectField
        label={label}
        error={erros.proprietario_matricula}
        className="desktop:col-start-1 desktop:row-start-1"
      >
        {(control) => (
          <ProprietarioSelect
            {...control}
            value={getDono(valores)}
            onChange={(dono) =>
              change({
                proprietario_matricula: dono?.matricula ?? '',
                proprietario_nome: dono?.nome ?? '',
              })
            }
          />
        )}
      </SelectField>
      {children}
      <span className="-mt-3 text-sm max-desktop:order-2 desktop:col-start-1 @min-[40rem]:row-start-1 @min-[40rem]:mt-0! @min-[40rem]:self-start @min-[40rem]:justify-self-end">
        <Link to="/proprietarios/cadastrar">Cadastrar novo proprietário</Link>
      </span>
    </>
  );
}

const getDono = (registro: VeiculoDraft): ProprietarioOption | null =>
  registro.proprietario_matricula
    ? { matricula: registro.proprietario_matricula, nome: registro.proprietario_nome }
    : null;
