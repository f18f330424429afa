import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { ButtonLink } from './ButtonLink.tsx';
import { IconButton } from './IconButton.tsx';
import { IconLink } from './IconLink.tsx';

afterEach(cleanup);

const button = () => screen.getByRole('button');
const routed = (children: ReactNode) => render(<MemoryRouter>{children}</MemoryRouter>);

describe('a button', () => {
  test('has its text as its name, and submits a form only with type submit', () => {
    const { rerender } = render(
      <Button icon="plus" iconAfter="chevron-right">
        Novo
      </Button>,
    );
    expect(screen.getByRole('button', { name: 'Novo' }).getAttribute('type')).toBe('button');
    expect(button().querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(2);
    rerender(<Button type="submit">Salvar</Button>);
    expect(button().getAttribute('type')).toBe('submit');
  });

  test.each(['{Enter}', ' '])('%j presses it', async (key) => {
    const pressed = vi.fn();
    render(<Button onClick={pressed}>Salvar</Button>);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard(key);
    expect(pressed).toHaveBeenCalledOnce();
  });

  test('while loading it keeps its text, is disabled and is marked as busy', async () => {
    const pressed = vi.fn();
    render(
      <Button loading icon="plus" onClick={pressed}>
        Salvando
      </Button>,
    );
    expect(screen.getByRole('button', { name: 'Salvando', busy: true })).toHaveProperty(
      'disabled',
      true,
    );
    expect(button().querySelectorAll('svg')).toHaveLength(1);
    await userEvent.click(button());
    expect(pressed).not.toHaveBeenCalled();
  });

  test('gets the focus back after being disabled, unless another element has it', () => {
    const { rerender } = render(<Button>Salvar</Button>);
    const lock = (loading: boolean) =>
      rerender(
        <>
          <Button loading={loading}>Salvar</Button>
          <input aria-label="Outro" />
        </>,
      );
    lock(false);
    screen.getByRole('button').focus();
    lock(true);
    (document.activeElement as HTMLElement | null)?.blur();
    lock(false);
    expect(document.activeElement).toBe(button());
    lock(true);
    screen.getByLabelText('Outro').focus();
    lock(false);
    expect(document.activeElement).toBe(screen.getByLabelText('Outro'));
  });

  test('a ref reaches the button, as an object and as a function', () => {
    const object = createRef<HTMLButtonElement>();
    const called = vi.fn();
    render(<Button ref={object}>Um</Button>);
    render(<Button ref={called}>Dois</Button>);
    expect(object.current?.textContent).toBe('Um');
    expect(called.mock.calls[0]?.[0].textContent).toBe('Dois');
  });

  test.each([
    ['primary', 'bg-primary', 'text-on-primary'],
    ['secondary', 'bg-surface', 'text-text'],
    ['danger', 'bg-nao-ativo', 'text-on-card'],
    ['ghost', 'bg-transparent', 'text-text'],
    ['logout', 'bg-logout', 'text-on-logout'],
  ] as const)('%s is drawn with the tokens of both themes', (variant, ground, text) => {
    render(<Button variant={variant}>Ir</Button>);
    expect([...button().classList]).toEqual(expect.arrayContaining([ground, text]));
  });

  test.each([
    [{}, 'min-h-11', false],
    [{ size: 'lg' as const, block: true }, 'min-h-12', true],
  ])('%o is at least 44 px high', (look, height, isWide) => {
    render(<Button {...look}>Ir</Button>);
    expect(button().classList).toContain(height);
    expect(button().classList.contains('w-full')).toBe(isWide);
  });
});

describe('a button that is an icon', () => {
  test('has its label as name and as tooltip', () => {
    render(<IconButton icon="trash" label="Excluir veículo RIO2A18" danger />);
    expect(screen.getByRole('button', { name: 'Excluir veículo RIO2A18' }).title).toBe(
      'Excluir veículo RIO2A18',
    );
    expect(button().classList).toContain('text-danger');
  });

  test.each([
    [0, ''],
    [3, '3'],
    [9, '9'],
    [10, '9+'],
  ])('a badge of %i shows %j, and is not part of the name', (badge, text) => {
    render(<IconButton icon="bell" label="Avisos" badge={badge} />);
    expect(screen.getByRole('button', { name: 'Avisos' }).textContent).toBe(text);
  });

  test.each([
    [{}, 'size-11', 'border-transparent'],
    [{ size: 48 as const, variant: 'outline' as const }, 'size-12', 'border-border'],
  ])('%o has its size and border', (look, size, border) => {
    render(<IconButton icon="x" label="Fechar" {...look} />);
    expect([...button().classList]).toEqual(expect.arrayContaining([size, border]));
  });

  test('while loading it is disabled', async () => {
    function Counter() {
      const [count, setCount] = useState(0);
      return <IconButton icon="x" label={`${count}`} loading onClick={() => setCount(count + 1)} />;
    }
    render(<Counter />);
    await userEvent.click(button());
    expect(screen.getByRole('button', { name: '0' })).toHaveProperty('disabled', true);
  });
});

test('links that look like buttons are links, with a name and an address', () => {
  routed(
    <>
      <ButtonLink to="/veiculos" icon="plus" iconAfter="chevron-right" variant="primary" block>
        Ver lista
      </ButtonLink>
      <IconLink to="/historico" icon="history" label="Histórico" variant="outline" />
    </>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  const lista = screen.getByRole('link', { name: 'Ver lista' });
  expect([lista.getAttribute('href'), lista.classList.contains('bg-primary')]).toEqual([
    '/veiculos',
    true,
  ]);
  const historico = screen.getByRole('link', { name: 'Histórico' });
  expect([historico.getAttribute('href'), historico.title]).toEqual(['/historico', 'Histórico']);
});
