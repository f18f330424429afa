import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import type * as z from 'zod/mini';

/** Field → sentence of the contract or of the server. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface VeiculoForm<V> {
  valores: V;
  erros: FieldErrors;
  change: (parte: Partial<V>) => void;
}

/** A vehicle's form, checked by the contract's schema; after a refusal, at each change too. */
export function useCampos<V extends FieldValues>(
  schema: z.core.$ZodType<FieldValues, FieldValues>,
  inicial: V,
  buildCorpo: (valores: V) => unknown,
) {
  const form = useForm<V>({
    defaultValues: inicial as DefaultValues<V>,
    resolver: (valores, ...resto) =>
      (zodResolver(schema) as unknown as Resolver<V>)(buildCorpo(valores) as V, ...resto),
    // Lists and cards are focused in their own way: `focusInvalid` finds them.
    shouldFocusError: false,
  });
  const valores = useWatch({ control: form.control }) as V;
  const { errors, isSubmitted } = form.formState;
  // Read as `FieldErrors<V>`, one message costs the compiler six seconds.
  const falhas = errors as unknown as Record<string, FieldError | undefined>;
  const campos: VeiculoForm<V> = {
    valores,
    erros: Object.fromEntries(
      Object.entries(falhas).map(([chave, falha]) => [chave, falha?.message ?? '']),
    ),
    change(parte) {
      for (const [chave, valor] of Object.entries(parte)) {
        if (valor === valores[chave]) continue;
        form.setValue(chave as Path<V>, valor as PathValue<V, Path<V>>, {
          shouldValidate: isSubmitted,
        });
      }
    },
  };
  return { form, campos };
}
