/** Brings the cursor to the first field that was refused, once it is marked. */
export function focusInvalid(form: HTMLElement | null): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const isControl = field?.matches('input, select, textarea');
    (isControl ? field : field?.querySelector<HTMLElement>('input'))?.focus();
  });
}
