import { Input, type InputProps } from './Input.tsx';

/** An e-mail field without capitalisation or correction. */
export function EmailInput(props: InputProps) {
  return (
    <Input
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
