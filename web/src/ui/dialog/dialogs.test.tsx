import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, useRef, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Drawer } from './Drawer.tsx';
import { OnceDialog } from './OnceDialog.tsx';
import { Popover } from './Popover.tsx';

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});
afterEach(cleanup);

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement;
const isGone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());

function Opener({ children }: { children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Página</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {children(open, () => setOpen(false))}
    </main>
  );
}

describe('a dialog', () => {
  const show = async (props: object = {}) => {
    const closed = vi.fn();
    function Content() {
      const first = useRef<HTMLInputElement>(null);
      return (
        <Opener>
          {(open, close) => (
            <Dialog
              open={open}
              onClose={() => {
                closed();
                close();
              }}
              title="Editar"
              description="Etapa 1 de 2"
              footer={<button type="button">Salvar</button>}
              footerStart="2 alterações"
              initialFocus={first}
              {...props}
            >
              <input ref={first} aria-label="Nome" />
            </Dialog>
          )}
        </Opener>
      );
    }
    render(<Content />);
    await press('Abrir');
    await screen.findByRole('dialog');
    return closed;
  };

  test('has its title as name, a description, and the focus on the wanted element', async () => {
    await show();
    expect(
      screen.getByRole('dialog', { name: 'Editar', description: 'Etapa 1 de 2' }),
    ).toBeTruthy();
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Nome')));
    expect(screen.getByText('2 alterações')).toBeTruthy();
  });

  test('keeps the focus inside', async () => {
    await show();
    const dialog = screen.getByRole('dialog');
    for (let i = 0; i < 6; i += 1) {
      await user.tab();
      // Base UI's guards have the focus for a moment.
      await waitFor(() => expect(dialog.contains(focused())).toBe(true));
    }
  });

  test.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['its close button', () => press('Fechar')],
  ])('%s closes it, and the focus returns', async (_name, close) => {
    const closed = await show();
    await close();
    expect(closed).toHaveBeenCalledOnce();
    await isGone('dialog');
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Abrir' })));
  });

  test('while busy it cannot be closed, and Ctrl+Enter does nothing', async () => {
    const act = vi.fn();
    const closed = await show({ busy: true, onCtrlEnter: act });
    await user.keyboard('{Escape}{Control>}{Enter}{/Control}');
    expect(screen.getByRole('button', { name: 'Fechar' })).toHaveProperty('disabled', true);
    expect([closed, act].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('Ctrl+Enter acts anywhere in it, a plain Enter does not', async () => {
    const act = vi.fn();
    await show({ onCtrlEnter: act });
    await user.click(screen.getByLabelText('Nome'));
    await user.keyboard('{Enter}');
    expect(act).not.toHaveBeenCalled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(act).toHaveBeenCalledOnce();
  });

  test.each([
    [false, 0],
    [true, 1],
  ])('a press outside (dismissible: %s) closes it %i times', async (dismissible, times) => {
    const closed = await show({ dismissible });
    await user.click(document.querySelector('[role="presentation"].bg-scrim') as Element);
    expect(closed).toHaveBeenCalledTimes(times);
  });

  test('a press on a toast over it does not close it', async () => {
    const closed = await show({ dismissible: true });
    const toast = document.createElement('div');
    toast.className = 'Toastify';
    document.body.append(toast);
    await user.click(toast);
    toast.remove();
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('a question', () => {
  const show = async (props: object = {}) => {
    const told = { confirm: vi.fn(), cancel: vi.fn() };
    render(
      <Opener>
        {(open, close) => (
          <ConfirmDialog
            open={open}
            title="Deseja sair?"
            text="A sessão termina."
            confirmLabel="Confirmar"
            icon="warning"
            onConfirm={told.confirm}
            onCancel={() => {
              told.cancel();
              close();
            }}
            {...props}
          />
        )}
      </Opener>,
    );
    await press('Abrir');
    await screen.findByRole('alertdialog');
    return told;
  };

  test('is an alert dialog with a name and a text; the safe button has the focus', async () => {
    await show();
    const dialog = screen.getByRole('alertdialog', {
      name: 'Deseja sair?',
      description: 'A sessão termina.',
    });
    const safe = within(dialog).getByRole('button', { name: 'Cancelar' });
    await waitFor(() => expect(focused()).toBe(safe));
  });

  test('Escape is Cancelar, and the focus returns', async () => {
    const { cancel, confirm } = await show();
    await user.keyboard('{Escape}');
    expect([cancel, confirm].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Abrir' })));
  });

  test('the focus returns to what opened it, also after another one was removed while open', async () => {
    const Lista = () => {
      const [qual, setQual] = useState<string>();
      return (
        <main>
          {['Excluir', 'Editar'].map((nome) => (
            <button key={nome} type="button" onClick={() => setQual(nome)}>
              {nome}
            </button>
          ))}
          {qual && (
            <ConfirmDialog
              open
              title={qual}
              confirmLabel="Confirmar"
              onConfirm={() => undefined}
              onCancel={() => setQual(undefined)}
            />
          )}
        </main>
      );
    };
    render(<Lista />);
    for (const nome of ['Excluir', 'Editar', 'Excluir', 'Editar']) {
      await press(nome);
      await screen.findByRole('alertdialog');
      await press('Cancelar');
      await isGone('alertdialog');
      await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: nome })));
    }
  });

  test('the focus returns to what opened the first of two dialogs that take turns', async () => {
    const Lista = () => {
      const [qual, setQual] = useState<string>();
      return (
        <main>
          <h1 tabIndex={-1}>Página</h1>
          <button type="button" onClick={() => setQual('Primeira')}>
            Editar
          </button>
          {qual && (
            <ConfirmDialog
              key={qual}
              open
              title={qual}
              confirmLabel="Trocar"
              onConfirm={() => setQual('Segunda')}
              onCancel={() => setQual(undefined)}
            />
          )}
        </main>
      );
    };
    render(<Lista />);
    await press('Editar');
    await press('Trocar');
    await screen.findByRole('alertdialog', { name: 'Segunda' });
    await press('Cancelar');
    await isGone('alertdialog');
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Editar' })));
  });

  test.each([
    ['a press', () => press('Confirmar')],
    ['Ctrl+Enter', () => user.keyboard('{Control>}{Enter}{/Control}')],
  ])('%s confirms', async (_name, confirm) => {
    const told = await show();
    await confirm();
    expect(told.confirm).toHaveBeenCalledOnce();
  });

  test('while busy it waits for the result', async () => {
    const { cancel, confirm } = await show({ busy: true });
    await user.keyboard('{Escape}{Control>}{Enter}{/Control}');
    expect([cancel, confirm].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    for (const name of ['Cancelar', 'Confirmar']) {
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
    }
  });

  test.each([
    [false, 'bg-primary', 'bg-tint'],
    [true, 'bg-nao-ativo', 'bg-chip-negative-bg'],
  ])('danger %s is drawn by its tokens', async (danger, button, icon) => {
    await show({ danger, children: 'Fiat UNO' });
    expect(screen.getByRole('button', { name: 'Confirmar' }).classList).toContain(button);
    expect(document.querySelector(`[role="alertdialog"] .${icon} svg`)).toBeTruthy();
    expect(screen.getByText('Fiat UNO')).toBeTruthy();
  });
});

describe('two versions', () => {
  test('are side by side; differences are marked; Escape chooses none of them', async () => {
    const told = { mine: vi.fn(), current: vi.fn(), back: vi.fn() };
    render(
      <ConflictDialog
        title="Alterado por outra pessoa"
        rows={[
          { label: 'Cor', mine: 'Azul', current: 'Preta' },
          { label: 'Ano', mine: '2009', current: '2009' },
        ]}
        onMine={told.mine}
        onCurrent={told.current}
        onBack={told.back}
      />,
    );
    const table = await screen.findByRole('table', { name: 'Alterado por outra pessoa' });
    const [, cor, ano] = within(table).getAllByRole('row');
    expect(cor?.textContent).toBe('CorAzulPreta');
    expect([cor, ano].map((row) => row?.classList.contains('bg-tint'))).toEqual([true, false]);
    await press('Usar a minha');
    expect(told.mine).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    expect([told.back.mock.calls.length, told.current.mock.calls]).toEqual([1, []]);
    await press('Usar a atual');
    expect(told.current).toHaveBeenCalledOnce();
  });
});

describe('a drawer', () => {
  const show = async (props: object = {}) => {
    const closed = vi.fn();
    render(
      <Opener>
        {(open, close) =>
          open && (
            <Drawer
              onClose={() => {
                closed();
                close();
              }}
              title="Veículo RIO2A18"
              footer={<button type="button">Editar</button>}
              {...props}
            >
              Ficha
            </Drawer>
          )
        }
      </Opener>,
    );
    await press('Abrir');
    await screen.findByRole('dialog', { name: 'Veículo RIO2A18' });
    return closed;
  };

  test('has the focus on its close button; Escape closes it and returns the focus', async () => {
    const closed = await show();
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Fechar' })));
    await user.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledOnce();
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Abrir' })));
  });

  test('Escape first cancels what is open inside; the close button closes it', async () => {
    const onEscape = vi.fn();
    const closed = await show({ onEscape });
    await user.keyboard('{Escape}');
    expect([onEscape, closed].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await press('Fechar');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('opened without a press, it gives the focus to the wanted element', async () => {
    const drawer = (open: boolean) => (
      <main>
        <h1 tabIndex={-1}>Página</h1>
        <button type="button">Linha</button>
        {open && (
          <Drawer
            title="Ficha"
            onClose={vi.fn()}
            returnTo={() => screen.getByRole('button', { name: 'Linha' })}
          />
        )}
      </main>
    );
    const { rerender } = render(drawer(true));
    await screen.findByRole('dialog');
    rerender(drawer(false));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Linha' })));
  });

  test('while busy it stays open', async () => {
    const closed = await show({ busy: true });
    await user.keyboard('{Escape}');
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('a popover', () => {
  const show = async () => {
    const changed = vi.fn();
    render(
      <Popover icon="bell" label="Avisos" badge={2} title="Avisos" onOpenChange={changed}>
        {(close) => (
          <button type="button" onClick={close}>
            Limpar
          </button>
        )}
      </Popover>,
    );
    const button = screen.getByRole('button', { name: 'Avisos', expanded: false });
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Avisos' });
    return changed;
  };

  test('opens under its button, which says so', async () => {
    const changed = await show();
    expect(changed.mock.calls).toEqual([[true]]);
    expect(screen.getByRole('button', { name: 'Avisos', expanded: true })).toBeTruthy();
  });

  test.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['its content', () => press('Limpar')],
  ])('%s closes it, and the button gets the focus', async (_name, close) => {
    const changed = await show();
    await close();
    await isGone('dialog');
    expect(changed.mock.lastCall).toEqual([false]);
    await act(async () => {});
    expect(focused()).toBe(screen.getByRole('button', { name: 'Avisos', expanded: false }));
  });
});

describe('a dialog whose result is shown once', () => {
  const show = () => {
    const [closed, asked] = [vi.fn(), vi.fn()];
    const dialog = (resultado?: ReactNode) => (
      <OnceDialog
        title="Convidar"
        pending={false}
        once={resultado}
        onClose={closed}
        onCtrlEnter={asked}
        actions={<button type="button">Criar</button>}
      >
        <input aria-label="E-mail" />
      </OnceDialog>
    );
    let finish = (): void => undefined;
    function Content() {
      const [resultado, setResultado] = useState<ReactNode>();
      finish = () => setResultado(<input aria-label="Link" />);
      return dialog(resultado);
    }
    const router = createMemoryRouter([
      { path: '/', element: <Content /> },
      { path: '/outra', element: <h1>Outra</h1> },
    ]);
    render(<RouterProvider router={router} />);
    return { closed, asked, router, finish: () => act(() => finish()) };
  };

  test('asks, and may be cancelled', async () => {
    const { closed, asked } = show();
    await user.type(screen.getByLabelText('E-mail'), '{Control>}{Enter}{/Control}');
    expect(asked).toHaveBeenCalledOnce();
    await press('Cancelar');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('then closes with its button alone, and asks no second time', async () => {
    const { closed, asked, finish } = show();
    finish();
    expect(screen.queryByRole('button', { name: 'Criar' })).toBeNull();
    expect(focused()).toBe(screen.getByRole('dialog'));
    await user.type(screen.getByLabelText('Link'), '{Control>}{Enter}{/Control}{Escape}');
    expect([asked.mock.calls, closed.mock.calls]).toEqual([[], []]);
    await press('Já copiei');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('the way back in the browser asks before the result is lost', async () => {
    const { finish, router } = show();
    finish();
    await act(() => router.navigate('/outra'));
    await screen.findByRole('alertdialog', { name: 'Você já copiou?' });
    await press('Continuar aqui');
    await isGone('alertdialog');
    expect(screen.getByLabelText('Link')).toBeTruthy();
    await act(() => router.navigate('/outra'));
    await screen.findByRole('alertdialog');
    await press('Sair');
    await screen.findByRole('heading', { name: 'Outra' });
  });
});
