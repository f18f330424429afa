import { Input, type InputProps } from './Input.tsx';

type SearchFieldProps = Omit<InputProps, 'type' | 'icon'> & {
  /** Accessible name; the placeholder alone is none. */
  label: string;
};

/** A search box. Put it inside `<form role="search">`. */
export function SearchField({ label, ...props }: SearchFieldProps) {
  return (
    <Input
      autoComplete="off"
      enterKeyHint="search"
      {...props}
      type="search"
      icon="search"
      aria-label={label}
    />
  );
}
