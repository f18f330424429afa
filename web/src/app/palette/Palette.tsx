import { useState } from 'react';
import { useNavigate } from 'react-router';
import { matching, tidy } from '../../lib/labels.ts';
import { hasUnsavedForm, watchForms } from '../../lib/screen/unsavedForms.ts';
import { useIsAdmin } from '../../lib/session/session.ts';
import { CommandDialog } from '../../ui/dialog/CommandDialog.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { CommandGroup } from '../../ui/dialog/commandTypes.ts';
import { useOptionSearch } from '../../ui/select/useOptionSearch.ts';
import { listCommands } from './commands.tsx';
import { findRecords, listSearches } from './finds.tsx';

// This part is loaded when the page is idle: from then on, and not in the weight of the first screen.
watchForms();

type PaletteProps = { onClose: () => void; onHelp: () => void; onLogout: () => void };

/** The shortest term that the server searches. */
const MIN_CHARS = 2;
/** The shortest term of the lists' own search. */
const MIN_LIST = 3;

/**
 * Everything by its name: screens, new records, choices, a plate or a person. Changes in a dialog
 * below are asked about first.
 */
export function Palette(props: PaletteProps) {
  const [asking, setAsking] = useState(hasUnsavedForm);
  return asking ? (
    <ConfirmDialog
      open
      title="Ir para outra tela sem salvar?"
      text="As alterações desta janela ainda não foram salvas."
      cancelLabel="Continuar aqui"
      confirmLabel="Ir sem salvar"
      onConfirm={() => setAsking(false)}
      onCancel={props.onClose}
    />
  ) : (
    <Commands {...props} />
  );
}

function Commands({ onClose, onHelp, onLogout }: PaletteProps) {
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const [typed, setTyped] = useState('');
  const term = tidy(typed);
  const go = (path: string) => void navigate(path);
  const search = useOptionSearch((text) => findRecords(text, go), term, MIN_CHARS);
  const commands = listCommands(isAdmin, { go, onHelp, onLogout }).map((group) => ({
    ...group,
    commands: matching(group.commands, term),
  }));
  const searches = term.length >= MIN_LIST ? listSearches(term, go) : [];
  const records = search.searching ? [] : search.options;
  const groups: CommandGroup[] = [
    ...commands,
    { label: 'Encontrar', commands: [...records, ...searches] },
  ];
  return (
    <CommandDialog
      title="Ir para, criar ou encontrar"
      placeholder="Tela, placa, nome ou matrícula"
      typed={typed}
      onType={setTyped}
      groups={groups.filter((group) => group.commands.length > 0)}
      busy={search.searching}
      emptyText="Nada encontrado."
      onClose={onClose}
    />
  );
}
