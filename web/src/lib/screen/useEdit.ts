import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, isApiError } from '../wire/errors.ts';
import type { Reader } from '../wire/http.ts';
import { useOneAtATime } from './useOneAtATime.ts';

/** A change of a record, based on the version that was read. */
export type Edit<R, B> = { de: R; corpo: B };

type After<S> = { onSaved?: (saved: S) => void; onFailure?: (error: Error) => void };

const isStale = (error: unknown): error is ApiError => isApiError(error) && error.status === 412;

/** For `meta.failure`: a stale edit opens its own dialog and shows no toast. */
export const editFailure = (text: string | ((error: ApiError) => string)) => (error: ApiError) => {
  if (isStale(error)) return undefined;
  return typeof text === 'string' ? text : text(error);
};

/**
 * An edit with `If-Match`, one at a time. After another edit, `current` is the record as it is now:
 * the screen shows it beside its own values in a ConflictDialog, and sends those again from
 * `current` or dismisses them. The data behind the dialog is reloaded.
 */
export function useEdit<S, R, B>(
  mutation: MutationOptions<S, Error, Edit<R, B>>,
  schema: Reader<R>,
) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(mutation);
  const sending = useOneAtATime();
  const [current, setCurrent] = useState<R>();

  return {
    isPending,
    current,
    error: current === undefined ? error : null,
    send(de: R, corpo: B, { onSaved, onFailure }: After<S> = {}): void {
      if (!sending.take()) return;
      mutate(
        { de, corpo },
        {
          onSuccess: (saved) => {
            setCurrent(undefined);
            onSaved?.(saved);
          },
          onError: (failure) => {
            const read = isStale(failure) ? schema.safeParse(failure.atual) : undefined;
            setCurrent(read?.success ? read.data : undefined);
            if (!read?.success) return onFailure?.(failure);
            for (const queryKey of mutation.meta?.invalidates ?? []) {
              void client.invalidateQueries({ queryKey });
            }
          },
          onSettled: sending.release,
        },
      );
    },
    dismiss(): void {
      setCurrent(undefined);
      reset();
    },
  };
}
