import { switchTema, useShownTema } from '../lib/theme.ts';
import type { IconName } from '../ui/Icon.tsx';

/** Light, or the dark kind used last, with one press; the profile offers all four. */
export function useThemeSwitch(): { label: string; icon: IconName; change: () => void } {
  const isLight = useShownTema() === 'claro';
  return {
    label: isLight ? 'Usar tema escuro' : 'Usar tema claro',
    icon: isLight ? 'sun' : 'moon',
    change: switchTema,
  };
}
