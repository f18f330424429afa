/** Moves the focus to the first refused field, once it is marked. */
export function focusInvalid(form: HTMLElement | null): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const isControl = field?.matches('input, select, textarea');
    (isControl ? field : field?.querySelector<HTMLElement>('input'))?.focus();
  });
}
