import { normalizarLeitura } from '@unipark/contract/placa';
import type { KeyboardEvent, RefObject } from 'react';
import { controlClass } from '../ui/controlLook.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TAMANHO } from './teclas.ts';

type CampoPlacaProps = {
  campo: RefObject<HTMLInputElement | null>;
  texto: string;
  onChange: (texto: string) => void;
  onEnter: () => void;
  onClear: () => void;
  /** The person asks for the keys again. */
  onTap: () => void;
  /** The device's own keyboard stays away while ours is there, or while the verdict is read. */
  tecladoDoAparelho: boolean;
};

/** The one field: the plate, however it is typed, scanned or pasted. */
export function CampoPlaca({
  campo,
  texto,
  onChange,
  onEnter,
  onClear,
  onTap,
  tecladoDoAparelho,
}: CampoPlacaProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClear();
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="portaria-campo">
      <input
        ref={campo}
        aria-label="Placa"
        placeholder="Placa"
        className={controlClass('font-plate tracking-wide')}
        value={texto}
        onChange={({ target }) => onChange(normalizarLeitura(target.value).slice(0, TAMANHO))}
        onKeyDown={onKeyDown}
        onPointerDown={onTap}
        inputMode={tecladoDoAparelho ? 'text' : 'none'}
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton
        icon="x"
        label="Limpar"
        variant="outline"
        disabled={texto === ''}
        onClick={onClear}
        className="size-16!"
      />
    </div>
  );
}
