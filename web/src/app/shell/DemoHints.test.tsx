import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { DemoHints } from './DemoHints.tsx';

const renderAt = (tela: string) =>
  render(
    <MemoryRouter initialEntries={[tela]}>
      <Routes>
        <Route path="*" element={<DemoHints />} />
      </Routes>
    </MemoryRouter>,
  );

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('each of four screens has its hint, the first three lead to the next screen', () => {
  const telas = ['/home', '/aovivo', '/portaria', '/veiculos/consultar'];
  const next = telas.map((tela, i) => {
    renderAt(tela);
    expect(screen.getByText(`Dica ${i + 1} de 4:`)).toBeTruthy();
    const leads = screen.queryByRole('link')?.getAttribute('href');
    cleanup();
    return leads;
  });
  expect(next).toEqual([...telas.slice(1), undefined]);
  renderAt('/perfil');
  expect(screen.queryByText(/^Dica/)).toBeNull();
});

test('a closed hint stays closed in this tab, and the others stay', async () => {
  renderAt('/home');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(screen.queryByText(/^Dica/)).toBeNull();
  cleanup();
  renderAt('/home');
  expect(screen.queryByText(/^Dica/)).toBeNull();
  cleanup();
  renderAt('/aovivo');
  expect(screen.getByText('Dica 2 de 4:')).toBeTruthy();
});
