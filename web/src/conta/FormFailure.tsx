import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { asApiError } from '../lib/wire/errors.ts';
import { Alert } from '../ui/feedback/Alert.tsx';

type FormFailureProps<V extends FieldValues, C, T> = {
  form: UseFormReturn<V, C, T>;
  error: Error | null;
};

export function FormFailure<V extends FieldValues, C, T>({
  form,
  error,
}: FormFailureProps<V, C, T>) {
  if (!error) return null;
  const { mensagem, campos } = asApiError(error);
  if (Object.keys(campos).some((name) => name in form.getValues())) return null;
  return <Alert tone="danger">{mensagem}</Alert>;
}
