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
  /** The labels are of a vehicle that was saved a moment ago: the button to print has the focus. */
  imprimir?: true;
};

export function usePageState(): PageState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as PageState) : {};
}
