import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { controlClass } from './controlLook.ts';

/** A password field with show/hide and a Caps Lock hint. `ref` is the input. */
export function PasswordInput({ className, onKeyUp, onBlur, ...props }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState?.('CapsLock') ?? false);
    onKeyUp?.(event);
  };

  return (
    <div className="flex flex-col gap-1.5">
      <span className="relative block">
        <input
          {...props}
          type={shown ? 'text' : 'password'}
          onKeyUp={readCapsLock}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
          className={controlClass(`pr-12 ${className ?? ''}`)}
        />
        <button
          type="button"
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-control text-muted hover:text-text"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={22} />
        </button>
      </span>
      <span role="status" className="text-xs font-medium text-warning empty:hidden">
        {capsLock ? 'Caps Lock está ligado.' : ''}
      </span>
    </div>
  );
}
