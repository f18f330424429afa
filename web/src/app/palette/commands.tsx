import { somPreferido } from '../../lib/screen/alarmSound.ts';
import { densidade } from '../../lib/screen/density.ts';
import { keyTo } from '../../lib/screen/keys.ts';
import { atalhos } from '../../lib/screen/shortcuts.ts';
import { tema } from '../../lib/screen/theme.ts';
import type { Store } from '../../lib/store.ts';
import type { Command, CommandGroup, GoTo } from '../../ui/dialog/commandTypes.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { SCREENS, type Screen } from '../screens.ts';
import { Keys } from '../shell/Keys.tsx';

type Place = { path: string; label: string; icon?: IconName; isNew: boolean };

/** A screen that adds a record. */
const NEW = /\/(cadastrar|novo)$/;

/** The screens with an address of their own; those of the administration only for it. */
function listPlaces(screens: readonly Screen[], isAdmin: boolean, above = ''): Place[] {
  return screens.flatMap(({ path, title, menu, admin, children = [] }) => {
    if (path.includes(':') || typeof title !== 'string' || (admin && !isAdmin)) return [];
    const label = menu?.label ?? title;
    const isNew = NEW.test(path);
    const named = above && !isNew ? `${above}: ${label}` : label;
    const place = { path, label: named, icon: menu?.icon, isNew };
    return [place, ...listPlaces(children, isAdmin, label)];
  });
}

const toCommand =
  (go: GoTo) =>
  ({ path, label, icon, isNew }: Place): Command => {
    const key = keyTo(path);
    return {
      id: path,
      label,
      icon: icon ?? (isNew ? 'plus' : 'arrow-right'),
      detail: key && (
        <span className="max-tablet:hidden">
          <Keys keys={[key]} />
        </span>
      ),
      run: () => go(path),
    };
  };

/** Each value of a choice of this browser; the current one is marked. */
function choicesOf<T extends string>(
  store: Store<T>,
  icon: IconName,
  labels: Record<T, string>,
): Command[] {
  return (Object.keys(labels) as T[]).map((value) => ({
    id: labels[value],
    label: labels[value],
    icon,
    detail: store.get() === value ? 'em uso' : undefined,
    run: () => store.set(value),
  }));
}

const listChoices = (): Command[] => [
  ...choicesOf(tema, 'sun', {
    automatico: 'Tema automático',
    claro: 'Tema claro',
    escuro: 'Tema escuro',
    noturno: 'Tema noturno',
  }),
  ...choicesOf(densidade, 'sliders', {
    confortavel: 'Densidade confortável',
    compacta: 'Densidade compacta',
  }),
  ...choicesOf(somPreferido, 'sound', {
    ligado: 'Som de alerta ligado',
    desligado: 'Som de alerta desligado',
  }),
  ...choicesOf(atalhos, 'keyboard', {
    ligados: 'Atalhos de uma tecla ligados',
    desligados: 'Atalhos de uma tecla desligados',
  }),
];

type Actions = { go: GoTo; onHelp: () => void; onLogout: () => void };

/** Where one can go, what one can add, and the choices of this browser. */
export function listCommands(isAdmin: boolean, { go, onHelp, onLogout }: Actions): CommandGroup[] {
  const places = listPlaces(SCREENS, isAdmin);
  const pick = (isNew: boolean) =>
    places.filter((place) => place.isNew === isNew).map(toCommand(go));
  return [
    { label: 'Ir para', commands: pick(false) },
    { label: 'Novo', commands: pick(true) },
    {
      label: 'Preferências',
      commands: [
        ...listChoices(),
        { id: 'ajuda', label: 'Lista de atalhos', icon: 'help', run: onHelp },
        { id: 'sair', label: 'Sair', icon: 'logout', run: onLogout },
      ],
    },
  ];
}
