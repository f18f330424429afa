import { tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { caminhoDoVeiculo } from '../caminho.ts';
import { TrocarPadrao } from '../placa/TrocarPadrao.tsx';
import { Rotulo } from '../Rotulo.tsx';

type Props = {
  value: string;
  onChange: (texto: string) => void;
  /** The plate is in the register already: the canonical text for the link. */
  ocupada?: string;
  /** The same car, registered under its other plate: a warning, and the way to join the two. */
  gemea?: Veiculo;
  /** Any other sentence of the server about the plate. */
  erro?: string;
};

/**
 * Plate, green when valid and red when not. No visible sentence says so, as specified: the cross
 * and a hidden sentence do.
 */
export function SecaoPlaca({ value, onChange, ocupada, gemea, erro }: Props) {
  const recado = useId();
  const campo = useRef<HTMLInputElement>(null);
  const [atualizada, setAtualizada] = useState('');
  const tipo = tipoPlaca(value);
  const invalida = value !== '' && tipo === 'Inválida';
  const mensagem = ocupada ? (
    <>
      Placa já cadastrada. <Link to={caminhoDoVeiculo(ocupada)}>Ver veículo</Link>
    </>
  ) : (
    erro
  );
  const aviso = gemea ? (
    <span className="text-warning">
      A placa {gemea.placa}, do mesmo veículo, já está cadastrada.{' '}
      <Link to={caminhoDoVeiculo(gemea.placa)}>Ver veículo</Link>
    </span>
  ) : (
    atualizada &&
    value === '' && (
      <span className="text-positive">
        Placa atualizada para {atualizada}.{' '}
        <Link to={caminhoDoVeiculo(atualizada)}>Ver veículo</Link>
      </span>
    )
  );
  const recomecar = (novo: Veiculo) => {
    setAtualizada(novo.placa);
    onChange('');
    // After the dialog has given the focus back to its button, which is gone by then.
    setTimeout(() => campo.current?.focus());
  };

  return (
    <div className="flex flex-col gap-2 desktop:col-span-3">
      <Field label={<Rotulo numero={6}>Placa</Rotulo>} error={mensagem} hint={aviso}>
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
        <TrocarPadrao key={gemea.placa} veiculo={gemea} padrao="mercosul" onTrocada={recomecar} />
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
