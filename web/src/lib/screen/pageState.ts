import { useLocation } from 'react-router';

/** Data that one page gives to the next in the history entry. */
export type PageState = {
  /** The address asked for while signed out (from the guard to the login). */
  de?: string;
  /** The same, after signing in (from the login to the home page). */
  continuar?: string;
  /** One line of text at the top of the page. */
  aviso?: string;
  /** Why single sign-on failed. */
  falha?: string;
};

export function usePageState(): PageState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as PageState) : {};
}
