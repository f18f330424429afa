import { normalizeLeitura } from '@unipark/contract/placa';
import type { KeyboardEvent, RefObject } from 'react';
import { IconButton } from '../ui/button/IconButton.tsx';
import { controlClass } from '../ui/form/controlLook.ts';
import { TAMANHO } from './teclas.ts';

type CampoPlacaProps = {
  campo: RefObject<HTMLInputElement | null>;
  texto: string;
  onChange: (texto: string) => void;
  onEnter: () => void;
  onClear: () => void;
  /** The person wants the keys again. */
  onTap: () => void;
  /** Suppresses the device's keyboard while ours is shown or the verdict is read. */
  tecladoDoAparelho: boolean;
};

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
        onChange={({ target }) => onChange(normalizeLeitura(target.value).slice(0, TAMANHO))}
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
