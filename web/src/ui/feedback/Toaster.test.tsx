import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from './Toaster.tsx';
import { notify } from './toast.ts';

let go: (to: string) => void;
function Navigator() {
  go = useNavigate();
  return <Toaster />;
}
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

/** The page is drawn without animation here: a toast that leaves keeps its exit class. */
const isLeaving = (text: string): boolean =>
  screen.getByText(text).closest('.Toastify__toast')?.classList.contains('toast-exit') === true;

const later = (seconds: number): void => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + seconds * 1_000);
};

test('on another screen a failure leaves, a success stays, and so does the failure that navigates', async () => {
  render(
    <MemoryRouter initialEntries={['/veiculos/consultar']}>
      <Navigator />
    </MemoryRouter>,
  );
  act(() => {
    notify('error', 'Erro ao excluir veículo.');
    notify('success', 'Veículo excluído.');
  });
  await screen.findByText('Erro ao excluir veículo.');
  later(2);
  act(() => {
    notify('error', 'Erro ao deslogar.');
    go('/');
  });
  await waitFor(() => expect(isLeaving('Erro ao excluir veículo.')).toBe(true));
  expect(isLeaving('Veículo excluído.')).toBe(false);
  expect(isLeaving('Erro ao deslogar.')).toBe(false);
});
