import { type ComponentProps, useState } from 'react';
import { TextArea } from '../ui/TextArea.tsx';

type CampoLinhasProps<V> = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> & {
  value: V;
  onChange: (value: V) => void;
  /** Between the value and its lines. */
  escrever: (value: V) => string;
  ler: (texto: string) => V;
};

/** A list typed as lines: what is half typed stays as typed. */
export function CampoLinhas<V>({ value, onChange, escrever, ler, ...props }: CampoLinhasProps<V>) {
  const [texto, setTexto] = useState(() => escrever(value));
  return (
    <TextArea
      {...props}
      rows={3}
      spellCheck={false}
      autoComplete="off"
      value={texto}
      onChange={({ target }) => {
        setTexto(target.value);
        onChange(ler(target.value));
      }}
    />
  );
}
