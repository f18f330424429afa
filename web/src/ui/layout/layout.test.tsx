import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { Avatar } from './Avatar.tsx';
import { Chip } from './Chip.tsx';
import { Fact } from './Fact.tsx';
import { Facts } from './Facts.tsx';
import { Grid } from './Grid.tsx';
import { LinkCard } from './LinkCard.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Panel } from './Panel.tsx';
import { Stack } from './Stack.tsx';

afterEach(cleanup);

describe('the head of a page', () => {
  const show = (props: object = {}) =>
    render(
      <MemoryRouter>
        <PageHeader title="Consulta" {...props} />
      </MemoryRouter>,
    );

  test('its heading can take the focus, and is not in the Tab order', () => {
    show({ hint: 'Abra o menu.', actions: <button type="button">Novo</button> });
    const heading = screen.getByRole('heading', { level: 1, name: 'Consulta' });
    expect(heading.tabIndex).toBe(-1);
    heading.focus();
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('Abra o menu.')).toBeTruthy();
  });

  test('the path links back and shows the current page', () => {
    show({ breadcrumb: [{ label: 'Veículos', to: '/veiculos' }, { label: 'Novo Veículo' }] });
    const path = within(screen.getByRole('navigation', { name: 'Caminho' }));
    expect(path.getByRole('link', { name: 'Veículos' }).getAttribute('href')).toBe('/veiculos');
    expect(path.getByText('Novo Veículo').getAttribute('aria-current')).toBe('page');
    expect(path.getAllByRole('listitem')).toHaveLength(2);
  });

  test('a hidden one is there for screen readers alone', () => {
    show({ hidden: true });
    expect(screen.getByRole('heading', { level: 1 }).closest('.sr-only')).toBeTruthy();
  });
});

describe('a panel', () => {
  test('is a region with its title as name; without a title it is none', () => {
    const { rerender } = render(<Panel title="Histórico">um</Panel>);
    expect(screen.getByRole('region', { name: 'Histórico' }).textContent).toBe('Históricoum');
    rerender(<Panel as="div">dois</Panel>);
    expect(screen.queryByRole('region')).toBeNull();
  });
});

test.each([
  ['positive', 'bg-chip-positive-bg', 'text-chip-positive'],
  ['negative', 'bg-chip-negative-bg', 'text-chip-negative'],
  ['warning', 'bg-chip-warning-bg', 'text-chip-warning'],
  ['neutral', 'bg-surface', 'text-text'],
] as const)('a chip that is %s has a word, an icon and a colour', (tone, ground, text) => {
  const { container } = render(
    <Chip tone={tone} icon="check">
      ATIVO
    </Chip>,
  );
  const chip = container.firstElementChild as HTMLElement;
  expect([...chip.classList]).toEqual(expect.arrayContaining([ground, text]));
  expect(chip.textContent).toBe('ATIVO');
  expect(chip.querySelector('svg[aria-hidden="true"]')).toBeTruthy();
});

describe('a face', () => {
  test.each([
    ['Ana Souza', 'AS'],
    ['  ana  maria de  lima ', 'AL'],
    ['ana', 'A'],
    ['', ''],
  ])('without a picture %j is drawn as %j', (name, initials) => {
    const { container } = render(<Avatar name={name} />);
    expect(container.textContent).toBe(initials);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });

  test('a picture that does not load is replaced by the initials; a new address is tried again', () => {
    const { container, rerender } = render(<Avatar name="Ana Souza" src="/a.png" size={96} />);
    const img = () => container.querySelector('img');
    expect([img()?.alt, img()?.style.width]).toEqual(['', '96px']);
    fireEvent.error(img() as Element);
    expect([img(), container.textContent]).toEqual([null, 'AS']);
    rerender(<Avatar name="Ana Souza" src="/b.png" />);
    expect(img()?.getAttribute('src')).toBe('/b.png');
  });
});

test('a card with a target is one link, with its title and text as name', () => {
  render(
    <MemoryRouter>
      <LinkCard icon="car" title="Consultar" text="Buscar e editar" to="/veiculos/consultar" />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /^Consultar/ });
  expect(link.getAttribute('href')).toBe('/veiculos/consultar');
  expect(within(link).getByText('Buscar e editar')).toBeTruthy();
});

test('facts are names with their values', () => {
  render(
    <Facts>
      <Fact label="Cor">Preta</Fact>
      <Fact label="Ano">2009</Fact>
    </Facts>,
  );
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['Cor', 'Ano']);
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    'Preta',
    '2009',
  ]);
});

test('rows and columns render the given element with one step of space', () => {
  render(
    <>
      <Stack direction="row" gap={8} align="center" justify="end" wrap>
        um
      </Stack>
      <Grid columns={4}>dois</Grid>
    </>,
  );
  expect([...screen.getByText('um').classList]).toEqual(
    expect.arrayContaining(['flex-row', 'gap-2', 'items-center', 'justify-end', 'flex-wrap']),
  );
  expect(screen.getByText('dois').className).toContain('desktop:grid-cols-4');
});
