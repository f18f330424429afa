import { type ComponentProps, useState } from 'react';
import { TextArea } from '../../ui/form/TextArea.tsx';

type CampoLinhasProps<V> = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> & {
  value: V;
  onChange: (value: V) => void;
  format: (value: V) => string;
  parse: (texto: string) => V;
};

/** A list typed as lines; an incomplete line stays as it is typed. */
export function CampoLinhas<V>({ value, onChange, format, parse, ...props }: CampoLinhasProps<V>) {
  const [texto, setTexto] = useState(() => format(value));
  return (
    <TextArea
      {...props}
      rows={3}
      spellCheck={false}
      autoComplete="off"
      value={texto}
      onChange={({ target }) => {
        setTexto(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}
