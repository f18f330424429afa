import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { asApiError } from '../wire/errors.ts';

/** Shows the server's sentences under their fields and focuses the first. */
export function showFaults<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  error: unknown,
): void {
  const fields = Object.keys(form.getValues());
  const faults = Object.entries(asApiError(error).campos).filter(([name]) => fields.includes(name));
  for (const [index, [name, message]] of faults.entries()) {
    form.setError(name as Path<V>, { message }, { shouldFocus: index === 0 });
  }
}
