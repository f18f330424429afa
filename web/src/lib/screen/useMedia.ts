import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query, which is made once, outside the component. */
export const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
