import { useLocation } from 'react-router';

/** What one page tells the next through the history entry. */
export type PageState = {
  /** The address asked for while signed out (guard → login). */
  de?: string;
  /** The same, after signing in (login → home). */
  continuar?: string;
  /** One quiet line at the top of the page. */
  aviso?: string;
  /** Why the way in by the institution's accounts did not lead in. */
  falha?: string;
};

export function usePageState(): PageState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as PageState) : {};
}
