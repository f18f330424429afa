import { lazy, Suspense, useState } from 'react';
import type { MenuItem } from './MenuPopup.tsx';
import { MenuTrigger, type MenuTriggerProps } from './MenuTrigger.tsx';

const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(() => load().then((file) => ({ default: file.MenuPopup })));
const preload = () => void load().catch(() => undefined);

/**
 * A list of actions under a button. What places and moves it is loaded when it is first wanted:
 * every screen carries a menu, few people open one.
 */
export function Menu({ items, ...trigger }: MenuTriggerProps & { items: readonly MenuItem[] }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <MenuTrigger
      {...trigger}
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuPopup {...trigger} items={items} />
    </Suspense>
  );
}
