import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { type ApiError, asApiError, isApiError, sentenceOf, TEXTO_INESPERADO } from './errors.ts';
import { logFailure } from './log.ts';
import { announce, type NoticeAction } from './notices.ts';
import { session } from './session.ts';

type FailureText = string | ((error: ApiError) => string | undefined);

/** What a query says when it fails; without `failure` it is only logged. */
export type ReadMeta = { failure?: FailureText };

/** What a mutation says, and which lists it makes stale. */
export type WriteMeta = {
  /** Data and variables are the mutation's own: the function names their types. */
  success?: string | ((data: never, variables: never) => string | undefined);
  failure?: FailureText;
  invalidates?: readonly QueryKey[];
  /** An action kept in the bell beside the failure, such as 'Reabrir'. */
  onFailure?: (variables: never, error: unknown) => NoticeAction | undefined;
  /** The same beside the success, such as the way to what was just changed. */
  onSuccess?: (data: never, variables: never) => NoticeAction | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ReadMeta & Record<string, unknown>;
    mutationMeta: WriteMeta & Record<string, unknown>;
  }
}

/** A 401 ends in the sign-in dialog or on the login page; it is never told as a failure. */
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

/** The server's sentence where it has one, else `fallback`. For `meta.failure`. */
export const serverSentence =
  (fallback: string = TEXTO_INESPERADO) =>
  (error: unknown): string =>
    sentenceOf(error) ?? fallback;

/** Worth one more try: nobody answered, or somebody in between did. */
const isPassing = (error: unknown): boolean =>
  isApiError(error) && [0, 502, 503, 504].includes(error.status);

/** The only place that tells the outcome of a request. */
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
    },
  }),
  defaultOptions: {
    queries: {
      // A campus server is reached over the local network: the browser's opinion of being
      // online does not matter.
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

// Somebody may have signed in before this module came: the next token is not another person's.
let owner = ownerNow();

// Nothing of one person is left for the next.
session.subscribe(() => {
  const next = ownerNow();
  if (owner !== next) queryClient.clear();
  owner = next;
});
