import { tipoPlaca } from '@unipark/contract/placa';
import { useId } from 'react';
import { Link } from 'react-router';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Input } from '../ui/Input.tsx';
import { caminhoDoVeiculo } from './caminho.ts';
import { Rotulo } from './Rotulo.tsx';

type Props = {
  value: string;
  onChange: (texto: string) => void;
  /** The plate is in the register already: the canonical text for the link. */
  ocupada?: string;
  /** The same car's other plate is registered: a warning, nothing more. */
  gemea?: string;
  /** Any other sentence of the server about the plate. */
  erro?: string;
};

/**
 * Plate, green when valid and red when not. No visible sentence says so, as specified: the cross
 * and a hidden sentence do.
 */
export function SecaoPlaca({ value, onChange, ocupada, gemea, erro }: Props) {
  const recado = useId();
  const tipo = tipoPlaca(value);
  const invalida = value !== '' && tipo === 'Inválida';
  const mensagem = ocupada ? (
    <>
      Placa já cadastrada. <Link to={caminhoDoVeiculo(ocupada)}>Ver veículo</Link>
    </>
  ) : (
    erro
  );
  const aviso = gemea && (
    <span className="text-warning">
      A placa {gemea}, do mesmo veículo, já está cadastrada.{' '}
      <Link to={caminhoDoVeiculo(gemea)}>Ver veículo</Link>
    </span>
  );

  return (
    <Field
      label={<Rotulo numero={6}>Placa</Rotulo>}
      error={mensagem}
      hint={aviso}
      className="desktop:col-span-3"
    >
      {(control) => (
        <>
          <Input
            {...control}
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
