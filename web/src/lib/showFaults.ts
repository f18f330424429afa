import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { asApiError } from './errors.ts';

/** The server's sentences under the fields they are about, focus on the first. */
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
