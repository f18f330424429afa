import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyText } from './CopyText.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page over plain http: without the clipboard API, with the old command. */
function withoutClipboard(copies: boolean) {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  document.execCommand = vi.fn(() => copies);
}
test('copies over plain http too', async () => {
  const user = userEvent.setup();
  withoutClipboard(true);
  render(<CopyText label="Pedido" text="7F3A-91C2" />);
  await user.click(screen.getByRole('button', { name: 'Copiar Pedido' }));
  expect(document.execCommand).toHaveBeenCalledWith('copy');
  expect(screen.getByRole('status').textContent).toBe('Copiado.');
});

test('a refused copy is not shown as done', async () => {
  const user = userEvent.setup();
  withoutClipboard(false);
  render(<CopyText label="Pedido" text="7F3A-91C2" />);
  await user.click(screen.getByRole('button', { name: 'Copiar Pedido' }));
  expect(screen.getByRole('status').textContent).toBe('O navegador não permitiu copiar.');
});
