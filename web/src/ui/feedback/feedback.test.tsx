import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { createStore } from '../../lib/store.ts';
import { Alert } from './Alert.tsx';
import { Delayed } from './Delayed.tsx';
import { EmptyState } from './EmptyState.tsx';
import { FailedState } from './FailedState.tsx';
import { Overlay } from './Overlay.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Spinner } from './Spinner.tsx';
import { ToastContent, type ToastKind } from './ToastContent.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('an alert', () => {
  test.each([
    ['info', 'bg-tint'],
    ['warning', 'bg-chip-warning-bg'],
    ['danger', 'bg-chip-negative-bg'],
    ['success', 'bg-chip-positive-bg'],
  ] as const)('%s has an icon and the background of its tone', (tone, ground) => {
    render(
      <Alert tone={tone} role="status">
        Texto
      </Alert>,
    );
    const alert = screen.getByRole('status');
    expect(alert.classList).toContain(ground);
    expect(alert.querySelector('svg[aria-hidden="true"]')).toBeTruthy();
  });

  test('has the role that it is given, or none, and may be closed', async () => {
    const closed = vi.fn();
    const { rerender } = render(<Alert role="alert">Um</Alert>);
    expect(screen.getByRole('alert').textContent).toBe('Um');
    rerender(
      <Alert onClose={closed} action={<a href="/x">Ver</a>}>
        Dois
      </Alert>,
    );
    expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
    await userEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('waiting', () => {
  test('a spinner is announced only with a label', () => {
    const { rerender } = render(<Spinner />);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<Spinner label="Carregando" />);
    expect(screen.getByRole('status').textContent).toBe('Carregando');
  });

  test('the overlay says what it waits for; a skeleton is not announced', () => {
    render(<Overlay text="Entrando..." />);
    expect(screen.getByRole('status').textContent).toBe('Entrando...');
    const { container } = render(<Skeleton width={88} height={20} />);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
    expect((container.firstElementChild as HTMLElement).style.width).toBe('88px');
  });

  test('nothing is shown for 300 ms, and then it stays for 400 ms', () => {
    vi.useFakeTimers();
    const Waiting = ({ active }: { active: boolean }) => (useDelayed(active) ? 'espera' : 'nada');
    const { container, rerender } = render(<Waiting active />);
    const after = (ms: number) => {
      act(() => vi.advanceTimersByTime(ms));
      return container.textContent;
    };
    expect([after(299), after(1)]).toEqual(['nada', 'espera']);
    rerender(<Waiting active={false} />);
    expect([after(399), after(1)]).toEqual(['espera', 'nada']);
    rerender(<Waiting active />);
    expect(after(299)).toBe('nada');
    rerender(<Waiting active={false} />);
    expect(after(5_000)).toBe('nada');
  });

  test('what has appeared stays when the 300 ms end in the same commit', () => {
    vi.useFakeTimers();
    const Waiting = ({ active }: { active: boolean }) => {
      const shown = useDelayed(active);
      useLayoutEffect(() => void (active || vi.advanceTimersByTime(1)), [active]);
      return shown ? 'espera' : 'nada';
    };
    const { container, rerender } = render(<Waiting active />);
    act(() => vi.advanceTimersByTime(299));
    rerender(<Waiting active={false} />);
    expect(container.textContent).toBe('nada');
  });

  test('Delayed shows its children after 300 ms', () => {
    vi.useFakeTimers();
    render(<Delayed>espera</Delayed>);
    expect(screen.queryByText('espera')).toBeNull();
    act(() => vi.advanceTimersByTime(300));
    expect(screen.getByText('espera')).toBeTruthy();
  });
});

describe('a progress bar', () => {
  const bar = () => screen.getByRole('progressbar', { name: 'Importação' });
  const fill = () => bar().firstElementChild as HTMLElement;

  test.each<[string, object, string | null, string, string]>([
    ['a known share', { value: 1, max: 3 }, '33', '33.3', 'bg-primary'],
    ['more than the total', { value: 9, max: 3 }, '100', '100', 'bg-primary'],
    ['no total', { value: 5, max: null }, null, '100', 'animate-pulse'],
    ['an empty total', { value: 0, max: 0 }, null, '100', 'animate-pulse'],
    ['paused without a total', { value: 5, max: null, halted: true }, null, '0', 'bg-control'],
    ['paused half way', { value: 1, max: 2, halted: true }, '50', '50', 'bg-control'],
  ])('%s', (_name, props, now, width, look) => {
    render(<ProgressBar label="Importação" value={0} max={1} text="50 de 100" {...props} />);
    expect(bar().getAttribute('aria-valuenow')).toBe(now);
    expect(bar().getAttribute('aria-valuetext')).toBe('50 de 100');
    expect(fill().style.width.startsWith(width)).toBe(true);
    expect(fill().classList).toContain(look);
  });
});

describe('nothing to show', () => {
  test('is a status with a text and the next step', () => {
    render(
      <EmptyState title="Nenhum veículo encontrado." text="Mude a busca." snug>
        <button type="button">Limpar busca</button>
      </EmptyState>,
    );
    expect(screen.getByRole('status').textContent).toBe('Nenhum veículo encontrado.');
    expect(screen.getByText('Mude a busca.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Limpar busca' })).toBeTruthy();
  });
});

describe('a failure', () => {
  test('another try moves the focus to the heading: the button disappears', async () => {
    const onRetry = vi.fn();
    render(
      <MemoryRouter>
        <main>
          <h1 tabIndex={-1}>Consulta</h1>
          <FailedState title="Falhou." text="Sem conexão." requestId="7F3A" onRetry={onRetry} />
        </main>
      </MemoryRouter>,
    );
    expect(screen.getByRole('button', { name: 'Copiar Pedido' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Consulta' }));
  });

  test('during another try its button is busy; without a number or a try neither is shown', () => {
    const { rerender } = render(<FailedState title="Falhou." onRetry={vi.fn()} retrying />);
    expect(screen.getByRole('button', { name: 'Tentar novamente', busy: true })).toBeTruthy();
    rerender(<FailedState title="Falhou." />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a toast', () => {
  const show = (kind: ToastKind, props: object = {}) => {
    const times = createStore<Readonly<Record<string, number>>>({ m: 1 });
    const closeToast = vi.fn();
    const { container } = render(
      <ToastContent {...{ kind, times, closeToast }} text="Salvo." message="m" {...props} />,
    );
    const timer = () => container.querySelector<HTMLElement>('.toast-timer');
    return { times, closeToast, container, timer };
  };

  test('counts repetitions, and each one starts its time again', () => {
    const { times, container, timer } = show('success');
    expect(container.textContent).toBe('Salvo.');
    const before = timer();
    act(() => times.set({ m: 3 }));
    expect(container.textContent).toBe('Salvo.×3');
    expect(timer()).not.toBe(before);
  });

  test('its bar is the timer: the toast closes at its end, and waits while it is paused', () => {
    const { closeToast, timer } = show('error', { isPaused: true });
    expect(timer()?.style.animationPlayState).toBe('paused');
    fireEvent.animationEnd(timer() as Element);
    expect(closeToast).toHaveBeenCalledOnce();
  });
});
