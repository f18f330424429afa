import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asApiError } from '../lib/errors.ts';
import { Alert } from '../ui/Alert.tsx';

type FormFailureProps<V extends FieldValues, C, T> = {
  form: UseFormReturn<V, C, T>;
  error: Error | null;
};

/** What went wrong with the whole form; what is about a field stands under it. */
export function FormFailure<V extends FieldValues, C, T>({
  form,
  error,
}: FormFailureProps<V, C, T>) {
  if (!error) return null;
  const { mensagem, campos } = asApiError(error);
  if (Object.keys(campos).some((name) => name in form.getValues())) return null;
  return <Alert tone="danger">{mensagem}</Alert>;
}
