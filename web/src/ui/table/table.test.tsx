import { cleanup, render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ComponentProps, useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import { ApiError } from '../../lib/wire/errors.ts';
import { DataTable } from './DataTable.tsx';
import { PagedTable } from './PagedTable.tsx';
import { Pager } from './Pager.tsx';
import type { Column } from './tableTypes.ts';

type Car = { placa: string; cor: string };
const CARS: Car[] = [
  'AAA0A00',
  'BBB1B11',
  'CCC2C22',
  'DDD3D33',
  'EEE4E44',
  'FFF5F55',
  'GGG6G66',
].map((placa, i) => ({ placa, cor: i % 2 ? 'Azul' : 'Preta' }));
const COLUMNS: Column<Car>[] = [
  {
    key: 'placa',
    header: 'Placa',
    render: ({ placa }) => placa,
    sortKey: 'placa',
    primary: true,
    media: () => <svg aria-hidden="true" />,
  },
  { key: 'cor', header: 'Cor', render: ({ cor }) => cor, free: true, align: 'end', width: '9rem' },
  {
    key: 'acoes',
    header: 'Ações',
    render: ({ placa }) => <button type="button">{`Editar ${placa}`}</button>,
    actions: true,
  },
];

/** More rows than a screen shows. */
const MANY: Car[] = Array.from({ length: 25 }, (_, i) => ({ placa: `ZZZ${i}`, cor: 'Azul' }));

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});
afterEach(cleanup);

const show = (props: Partial<ComponentProps<typeof DataTable<Car>>> = {}) =>
  render(
    <DataTable
      caption="Veículos"
      columns={COLUMNS}
      rows={CARS}
      rowKey={({ placa }) => placa}
      rowLabel={({ placa }) => `Veículo ${placa}`}
      {...props}
    />,
  );
/** Calls back in each commit of its parent. */
function Probe({ onCommit }: { onCommit: () => unknown }) {
  useLayoutEffect(() => void onCommit());
  return null;
}
const row = (placa: string) => document.querySelector<HTMLElement>(`[data-row="${placa}"]`);
const countRows = () => document.querySelectorAll('[data-row]').length;
const focusedRow = () => document.activeElement?.getAttribute('data-row');

describe('a table', () => {
  test('has a name, heads of its columns, and a head of each row', () => {
    show();
    const table = screen.getByRole('table', { name: 'Veículos' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Placa', 'Cor', 'Ações']);
    expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(
      CARS.map(({ placa }) => placa),
    );
    expect(row('AAA0A00')?.querySelector('th .media svg')).toBeTruthy();
    expect([...(row('AAA0A00')?.children[1]?.classList ?? [])]).toEqual(['end', 'free']);
  });

  test.each([
    ['placa', 'ascending', '-placa'],
    ['-placa', 'descending', 'placa'],
    [undefined, null, 'placa'],
  ])('sorted by %s it says %s, and a press sorts by %s', async (sort, told, next) => {
    const onSort = vi.fn();
    show({ sort, onSort });
    const head = screen.getByRole('columnheader', { name: 'Placa' });
    expect(head.getAttribute('aria-sort')).toBe(told);
    const button = within(head).getByRole('button');
    expect(button.getAttribute('data-sorted')).toBe(told);
    await user.click(button);
    expect(onSort.mock.calls).toEqual([[next]]);
    expect(
      within(screen.getByRole('columnheader', { name: 'Cor' })).queryByRole('button'),
    ).toBeNull();
  });

  test('that is filled shows its first rows in the first commit, then the others and the footer', () => {
    const props = { caption: 'Veículos', columns: COLUMNS, rowKey: (car: Car) => car.placa };
    const seen: number[] = [];
    const probe = <Probe onCommit={() => seen.push(countRows())} />;
    const draw = (rows: Car[]) => (
      <>
        <DataTable {...props} rows={rows} footer={rows.length > 0 && probe} />
        <Probe onCommit={() => seen.push(countRows())} />
      </>
    );
    const { rerender } = render(draw([]));
    rerender(draw(MANY));
    // The last one is the footer's.
    expect(seen).toEqual([0, 12, 25]);
  });

  test('whose rows are there when it is mounted shows them at once', () => {
    let first = 0;
    render(
      <>
        <DataTable caption="Carros" columns={COLUMNS} rows={MANY} rowKey={({ placa }) => placa} />
        <Probe onCommit={() => (first ||= countRows())} />
      </>,
    );
    expect(first).toBe(25);
  });

  test('on a phone the order is chosen in a select', async () => {
    const onSort = vi.fn();
    show({ sort: 'placa', onSort });
    const select = screen.getByRole('combobox', { name: 'Ordenar por' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Placa ↑', 'Placa ↓']);
    await user.selectOptions(select, 'Placa ↓');
    expect(onSort.mock.calls).toEqual([['-placa']]);
  });

  test('without an order there is no such select', () => {
    show();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(
      within(screen.getByRole('columnheader', { name: 'Placa' })).queryByRole('button'),
    ).toBeNull();
  });

  test('while loading it is busy and shows placeholders instead of rows', () => {
    show({ loading: true, empty: 'Nada' });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(document.querySelectorAll('tr.placeholder')).toHaveLength(8);
    expect([row('AAA0A00'), screen.queryByText('Nada')]).toEqual([null, null]);
  });

  test('an empty one says so under its heads; the footer stays', () => {
    show({ rows: [], empty: 'Nenhum veículo.', footer: 'rodapé' });
    expect(screen.getByText('Nenhum veículo.')).toBeTruthy();
    expect(screen.getByText('rodapé')).toBeTruthy();
  });

  test('one row may be marked', () => {
    show({ highlight: 'BBB1B11' });
    const marked = [...document.querySelectorAll('[data-highlighted]')];
    expect(marked.map((one) => one.getAttribute('data-row'))).toEqual(['BBB1B11']);
  });
});

describe('the keys of a row', () => {
  const actions = () => ({ onOpen: vi.fn(), onEdit: vi.fn(), onDelete: vi.fn() });

  test('without actions a row is not in the Tab order', async () => {
    show();
    expect(row('AAA0A00')?.getAttribute('tabindex')).toBeNull();
    expect(row('AAA0A00')?.getAttribute('aria-label')).toBeNull();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Editar AAA0A00');
  });

  test.each([
    ['{ArrowDown}', 'BBB1B11'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 'BBB1B11'],
    ['{ArrowUp}', 'AAA0A00'],
    ['{PageDown}', 'FFF5F55'],
    ['{PageDown}{PageDown}', 'GGG6G66'],
    ['{PageDown}{PageUp}', 'AAA0A00'],
  ])(
    'from the first row %s moves to %s, which is then the only one in the Tab order',
    async (keys, expected) => {
      show(actions());
      await user.tab();
      expect(focusedRow()).toBe('AAA0A00');
      await user.keyboard(keys);
      expect(focusedRow()).toBe(expected);
      const stops = [...document.querySelectorAll('tr[tabindex="0"]')];
      expect(stops.map((one) => one.getAttribute('data-row'))).toEqual([expected]);
      expect(document.activeElement?.getAttribute('aria-label')).toBe(`Veículo ${expected}`);
    },
  );

  test.each([
    ['{Enter}', 'onOpen'],
    ['e', 'onEdit'],
    ['E', 'onEdit'],
    ['{Delete}', 'onDelete'],
  ] as const)('%s is %s, of this row alone', async (key, name) => {
    const all = actions();
    show(all);
    await user.tab();
    await user.keyboard(`{ArrowDown}${key}`);
    const calls = Object.entries(all).flatMap(([one, { mock }]) =>
      mock.calls.map(([car]) => [one, car]),
    );
    expect(calls).toEqual([[name, CARS[1]]]);
  });

  test('with Ctrl, or on a button of the row, keys do not act on the row', async () => {
    const all = actions();
    show(all);
    await user.tab();
    await user.keyboard('{Control>}{Enter}e{/Control}');
    within(row('AAA0A00') as HTMLElement)
      .getByRole('button')
      .focus();
    await user.keyboard('{Enter}{Delete}');
    for (const { mock } of Object.values(all)) expect(mock.calls).toEqual([]);
  });

  test('a press opens the row, except on a control or over selected text', async () => {
    const onOpen = vi.fn();
    show({ onOpen, openOnClick: true });
    expect(row('AAA0A00')?.dataset.opens).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Editar AAA0A00' }));
    expect(onOpen).not.toHaveBeenCalled();
    await user.click(screen.getAllByText('Azul')[0] as Element);
    expect(onOpen.mock.calls).toEqual([[CARS[1]]]);
    vi.spyOn(window, 'getSelection').mockReturnValue('Azul' as never);
    await user.click(screen.getAllByText('Azul')[0] as Element);
    vi.restoreAllMocks();
    expect(onOpen).toHaveBeenCalledOnce();
  });
});

describe('a pager', () => {
  const pager = (previous: boolean, next: boolean) => {
    const told = { onPrevious: vi.fn(), onNext: vi.fn(), onLimit: vi.fn() };
    render(<Pager previous={previous} next={next} range="1–25 de 60" limit={25} {...told} />);
    return told;
  };
  const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

  test.each([
    [false, true],
    [true, false],
    [true, true],
  ])('page before: %s, page after: %s', async (previous, next) => {
    const told = pager(previous, next);
    expect(screen.getByRole('navigation', { name: 'Páginas' })).toBeTruthy();
    expect([button('Anterior').disabled, button('Próxima').disabled]).toEqual([!previous, !next]);
    await user.click(button('Anterior'));
    await user.click(button('Próxima'));
    expect(told.onPrevious).toHaveBeenCalledTimes(Number(previous));
    expect(told.onNext).toHaveBeenCalledTimes(Number(next));
  });

  test('the size of a page can be chosen', async () => {
    const { onLimit } = pager(false, false);
    const select = screen.getByRole('combobox', { name: 'Itens por página' });
    await user.selectOptions(select, '100 por página');
    expect(onLimit.mock.calls).toEqual([[100]]);
  });
});

describe('a list and its four states', () => {
  const change = vi.fn();
  const refetch = vi.fn();
  const paged = (page: Record<string, unknown>, props: object = {}) => {
    const list = {
      page: { isPending: false, isSuccess: true, isFetching: false, error: null, refetch, ...page },
      isReady: !page.isPending,
      state: { q: '', filtros: {}, ordem: '', limite: 25 },
      change,
    } as unknown as ListScreen<Car>;
    return render(
      <MemoryRouter>
        <PagedTable
          caption="Veículos"
          columns={COLUMNS}
          rowKey={({ placa }: Car) => placa}
          list={list}
          empty="Nenhum veículo."
          {...props}
        />
      </MemoryRouter>,
    );
  };
  beforeEach(() => {
    change.mockClear();
    refetch.mockClear();
  });

  test('full: its rows, its order and its pages', async () => {
    paged(
      { data: { items: CARS, next: 'n', previous: 'p' } },
      { defaultSort: 'placa', arrange: (rows: Car[]) => rows.slice(0, 2) },
    );
    expect(screen.getAllByRole('rowheader')).toHaveLength(2);
    expect(screen.getByRole('columnheader', { name: 'Placa' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: 'Placa' }));
    await user.click(screen.getByRole('button', { name: 'Próxima' }));
    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Itens por página' }), '50');
    expect(change.mock.calls.flat()).toEqual([
      { ordem: '-placa' },
      { apos: 'n' },
      { antes: 'p' },
      { limite: 50 },
    ]);
  });

  test('empty: the sentence, and no pager', () => {
    paged({ data: { items: [] } });
    expect(screen.getByText('Nenhum veículo.')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('failed: the reason, the request and another try; not the sentence of an empty list', async () => {
    const error = new ApiError({
      status: 500,
      codigo: 'erro-inesperado',
      mensagem: 'Erro inesperado.',
      pedido: '7F3A-91C2',
    });
    paged({ error, data: { items: CARS } });
    expect(screen.getByText('Não foi possível carregar a lista.')).toBeTruthy();
    expect(screen.getByText('Erro inesperado.')).toBeTruthy();
    expect(screen.getByText('7F3A-91C2')).toBeTruthy();
    expect([screen.queryByText('Nenhum veículo.'), row('AAA0A00')]).toEqual([null, null]);
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  test('loading: neither rows nor the sentence', () => {
    paged({ isPending: true });
    expect(screen.queryByText('Nenhum veículo.')).toBeNull();
    expect(screen.queryAllByRole('rowheader')).toEqual([]);
  });
});
