import type { PointerEvent } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { TAMANHO, teclasPara } from './teclas.ts';

type TecladoProps = {
  texto: string;
  onChange: (texto: string) => void;
  /** Gives way to the device's own keyboard. */
  onTroca: () => void;
};

/** The cursor stays where it is: in the field. */
const semFoco = (event: PointerEvent) => event.preventDefault();

/** Large keys for gloved hands: letters or digits, as the next character asks. */
export function Teclado({ texto, onChange, onTroca }: TecladoProps) {
  const { modo, teclas } = teclasPara(Math.min(texto.length, TAMANHO - 1));
  const cheio = texto.length >= TAMANHO;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      role="group"
      aria-label="Teclado da tela"
      className="portaria-teclado"
      data-modo={modo}
      onPointerDown={semFoco}
    >
      {teclas.map((tecla) => (
        <button
          key={tecla}
          type="button"
          // Whoever has a keyboard types: 36 stops on the way would be in the way.
          tabIndex={-1}
          disabled={cheio}
          onClick={() => onChange(texto + tecla)}
        >
          {tecla}
        </button>
      ))}
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
      <button type="button" className="trocar" aria-label="Teclado do aparelho" onClick={onTroca}>
        <Icon name="keyboard" size={28} />
      </button>
    </div>
  );
}
