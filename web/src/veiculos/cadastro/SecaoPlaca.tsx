import { classifyPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { pathOfVeiculo } from '../caminho.ts';
import { FraseComPlacas } from '../placa/FraseComPlacas.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { TrocarPadrao } from '../placa/TrocarPadrao.tsx';

type Props = {
  label: ReactNode;
  value: string;
  onChange: (texto: string) => void;
  /** The plate is registered: the text for the link. */
  ocupada?: string;
  /** The same car is registered under its other plate: a warning, and a change of plate. */
  gemea?: Veiculo;
  /** Another sentence of the server about the plate. */
  erro?: string;
};

/** Green when valid, red when not. As specified, no visible sentence: a cross and a hidden one say it. */
export function SecaoPlaca({ label, value, onChange, ocupada, gemea, erro }: Props) {
  const recado = useId();
  const campo = useRef<HTMLInputElement>(null);
  const [atualizada, setAtualizada] = useState('');
  const tipo = classifyPlaca(value);
  const invalida = value !== '' && tipo === 'Inválida';
  const mensagem = ocupada ? (
    <>
      Placa já cadastrada. <Link to={pathOfVeiculo(ocupada)}>Ver veículo</Link>
    </>
  ) : (
    erro && <FraseComPlacas texto={erro} />
  );
  const aviso = gemea ? (
    <span className="text-warning">
      A placa <PlacaTexto placa={gemea.placa} />, do mesmo veículo, já está cadastrada.{' '}
      <Link to={pathOfVeiculo(gemea.placa)}>Ver veículo</Link>
    </span>
  ) : (
    atualizada &&
    value === '' && (
      <span className="text-positive">
        Placa atualizada para <PlacaTexto placa={atualizada} />.{' '}
        <Link to={pathOfVeiculo(atualizada)}>Ver veículo</Link>
      </span>
    )
  );
  const restart = (novo: Veiculo) => {
    setAtualizada(novo.placa);
    onChange('');
    // After the dialog has returned the focus to its button, which has disappeared by then.
    setTimeout(() => campo.current?.focus());
  };

  return (
    <div className="flex flex-col gap-2 desktop:col-span-3">
      <Field label={label} error={mensagem} hint={aviso}>
        {(control) => (
          <>
            <Input
              {...control}
              ref={campo}
              aria-describedby={[control['aria-describedby'], recado].filter(Boolean).join(' ')}
              aria-invalid={invalida || control['aria-invalid']}
              face={value === '' ? 'text' : 'plate'}
              tone={value === '' ? undefined : invalida ? 'negative' : 'positive'}
              placeholder="Informe uma placa"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              after={<Marca tipo={value === '' ? '' : tipo} />}
            />
            <span id={recado} role="status" className="sr-only">
              {invalida && 'Placa inválida: não é possível salvar'}
            </span>
          </>
        )}
      </Field>
      {gemea && !ocupada && (
        <TrocarPadrao key={gemea.placa} veiculo={gemea} padrao="mercosul" onConverted={restart} />
      )}
    </div>
  );
}

function Marca({ tipo }: { tipo: string }) {
  if (tipo === '') return null;
  if (tipo === 'Inválida') return <Icon name="x" size={22} className="text-danger" />;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-positive">
      <Icon name="check" size={20} />
      <span className="max-tablet:hidden">{tipo}</span>
    </span>
  );
}
