import { type PointerEvent, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { listTeclas, TAMANHO } from './teclas.ts';

type TecladoProps = {
  texto: string;
  onChange: (texto: string) => void;
  onSwitch: () => void;
};

/** Keeps the focus in the field. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** Large keys for gloved hands: letters or digits, as the next character needs. */
export function Teclado({ texto, onChange, onSwitch }: TecladoProps) {
  const [numeros, setNumeros] = useState(false);
  const { modo, teclas } = listTeclas(texto.slice(0, TAMANHO - 1), numeros);
  const cheio = texto.length >= TAMANHO;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      role="group"
      aria-label="Teclado da tela"
      className="portaria-teclado"
      data-modo={modo}
      onPointerDown={keepFocus}
    >
      {teclas.map((tecla) => (
        <button
          key={tecla}
          type="button"
          // Out of the Tab order: with a keyboard the person types, and 36 stops would be an
          // obstacle.
          tabIndex={-1}
          disabled={cheio}
          onClick={() => {
            setNumeros(false);
            onChange(texto + tecla);
          }}
        >
          {tecla}
        </button>
      ))}
      {modo === 'letras' && (
        <button
          type="button"
          tabIndex={-1}
          className="numeros"
          disabled={cheio}
          onClick={() => setNumeros(true)}
        >
          123
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className="apagar"
        aria-label="Apagar"
        disabled={texto === ''}
        onClick={() => onChange(texto.slice(0, -1))}
      >
        <Icon name="backspace" size={28} />
      </button>
      <button type="button" className="trocar" aria-label="Teclado do aparelho" onClick={onSwitch}>
        <Icon name="keyboard" size={28} />
      </button>
    </div>
  );
}
