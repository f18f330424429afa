import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { announce, type NoticeAction } from '../screen/notices.ts';
import { session } from '../session/session.ts';
import {
  type ApiError,
  asApiError,
  isApiError,
  isPassing,
  sentenceOf,
  TEXTO_INESPERADO,
} from './errors.ts';
import { logFailure } from './log.ts';

type FailureText = string | ((error: ApiError) => string | undefined);

/** The toast of a failed query; without `failure` it is only logged. */
export type ReadMeta = { failure?: FailureText };

/** The toasts of a mutation, and the queries that it invalidates. */
export type WriteMeta = {
  /** Data and variables belong to the mutation: the function names their types. */
  success?: string | ((data: never, variables: never) => string | undefined);
  failure?: FailureText;
  invalidates?: readonly QueryKey[];
  /** An action in the bell beside the failure, such as 'Reabrir'. */
  onFailure?: (variables: never, error: unknown) => NoticeAction | undefined;
  /** An action beside the success, such as a link to the changed record. */
  onSuccess?: (data: never, variables: never) => NoticeAction | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta & Record<string, unknown>;
    mutationMeta: WriteMeta & Record<string, unknown>;
  }
}

/** A 401 ends in the sign-in dialog or at the login; it has no toast. */
const isSignedOut = (error: unknown): boolean => isApiError(error) && error.status === 401;

function tell(failure: FailureText | undefined, error: unknown, action?: NoticeAction): void {
  if (isSignedOut(error)) return;
  const text = typeof failure === 'function' ? failure(asApiError(error)) : failure;
  if (!text) {
    logFailure('request', error);
    return;
  }
  const detail = sentenceOf(error);
  announce('error', text, { detail: detail === text ? undefined : detail, action });
}

/** The server's sentence, or `fallback` without one. For `meta.failure`. */
export const serverSentence =
  (fallback: string = TEXTO_INESPERADO) =>
  (error: unknown): string =>
    sentenceOf(error) ?? fallback;

/** The only place that shows the outcome of a request. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => tell(query.meta?.failure, error),
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, _result, { meta }) => {
      const { success, onSuccess } = meta ?? {};
      if (success) {
        const text =
          typeof success === 'function' ? success(data as never, variables as never) : success;
        const action = onSuccess?.(data as never, variables as never);
        if (text) announce('success', text, { action });
      }
      for (const queryKey of meta?.invalidates ?? []) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error, variables, _result, { meta }) => {
      const action = meta?.onFailure?.(variables as never, error);
      tell(meta?.failure ?? serverSentence(), error, action);
      // Another person removed or changed the record: the lists still show it as it was.
      if (!isApiError(error) || ![404, 412].includes(error.status)) return;
      for (const queryKey of meta?.invalidates ?? []) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  }),
  defaultOptions: {
    queries: {
      // A campus server is on the local network: whether the browser is online does not matter.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
      retryDelay: 800,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const ownerNow = (): string | undefined => {
  const current = session.get();
  return current.status === 'signedIn' ? current.user.email : undefined;
};

// The person may have signed in before this module loaded: the next token is the same person's.
let owner = ownerNow();

// The next person must not see data of this one.
session.subscribe(() => {
  const next = ownerNow();
  if (owner !== next) queryClient.clear();
  owner = next;
});
