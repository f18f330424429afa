type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const valueAtFocus = new WeakMap<FormField, string>();
const changed = new WeakSet<HTMLFormElement>();

const isField = (target: unknown): target is FormField =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** An option chosen from a list changes its field without an event of its own. */
function note(target: unknown, typed: boolean): void {
  if (!isField(target) || !target.form) return;
  const before = valueAtFocus.get(target);
  if (typed || (before !== undefined && before !== target.value)) changed.add(target.form);
}

/** Remembers which forms a person has changed. */
export function watchForms(): void {
  const enter = (target: unknown) => isField(target) && valueAtFocus.set(target, target.value);
  const onEvent = ({ type, target }: Event) => {
    if (type === 'focusin') enter(target);
    else note(target, type === 'input');
  };
  enter(document.activeElement);
  for (const type of ['focusin', 'focusout', 'input']) document.addEventListener(type, onEvent);
}

/** Whether an open dialog has a form that was changed and is not saved. */
export function hasUnsavedForm(): boolean {
  note(document.activeElement, false);
  return [...document.querySelectorAll<HTMLFormElement>('[role="dialog"] form')].some((form) =>
    changed.has(form),
  );
}
