import { Input, type InputProps } from './Input.tsx';

/** An e-mail address as it is typed: nothing is capitalised or corrected on the way. */
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
