import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RadioCards } from './RadioCards.tsx';
import { Segmented } from './Segmented.tsx';
import { SwatchRadios } from './SwatchRadios.tsx';

afterEach(cleanup);

const OPTIONS = [
  { value: '1', label: 'Carro', hint: 'Passeio', icon: 'car' as const, color: '#111111' },
  { value: '2', label: 'Moto', stripes: ['#ff0000', '#00ff00'] },
  { value: '3', label: 'Ônibus', color: '#222222' },
];

type Draw = (value: string, onChange: (value: string) => void, disabled?: boolean) => ReactNode;
const GROUPS: [string, Draw][] = [
  [
    'RadioCards',
    (value, onChange, disabled) => (
      <RadioCards
        name="g"
        options={OPTIONS}
        {...{ value, onChange, disabled }}
        aria-labelledby="rotulo"
        required
      />
    ),
  ],
  [
    'SwatchRadios',
    (value, onChange, disabled) => (
      <SwatchRadios
        name="g"
        options={OPTIONS}
        {...{ value, onChange, disabled }}
        aria-labelledby="rotulo"
        required
      />
    ),
  ],
  [
    'Segmented',
    (value, onChange) => (
      <Segmented label="Tipo" name="g" options={OPTIONS} {...{ value, onChange }} />
    ),
  ],
];

function show(draw: Draw, first = '', disabled = false) {
  const changed = vi.fn();
  function Holder() {
    const [value, setValue] = useState(first);
    return (
      <>
        <span id="rotulo">Tipo</span>
        {draw(
          value,
          (next) => {
            changed(next);
            setValue(next);
          },
          disabled,
        )}
      </>
    );
  }
  render(<Holder />);
  return changed;
}
const radio = (name: RegExp | string) => screen.getByRole('radio', { name }) as HTMLInputElement;
const checked = () =>
  screen
    .getAllByRole('radio')
    .filter((one) => (one as HTMLInputElement).checked)
    .map((one) => (one as HTMLInputElement).value);

describe.each(GROUPS)('%s', (_name, draw) => {
  test('is a named group of native radios with the chosen one checked', () => {
    show(draw, '2');
    expect(screen.getByRole('radiogroup', { name: 'Tipo' })).toBeTruthy();
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(checked()).toEqual(['2']);
    expect(radio(/Moto/).checked).toBe(true);
  });

  test('a press on the card chooses', async () => {
    const changed = show(draw);
    await userEvent.click(screen.getByText('Ônibus'));
    expect(changed.mock.calls).toEqual([['3']]);
    expect(checked()).toEqual(['3']);
  });

  test('Tab moves to the chosen one, arrows choose the next', async () => {
    show(draw, '1');
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement).toBe(radio(/Carro/));
    await user.keyboard('{ArrowDown}');
    expect(checked()).toEqual(['2']);
    expect(document.activeElement).toBe(radio(/Moto/));
  });

  test('a state is drawn by tokens, on the label of the checked radio', () => {
    show(draw, '1');
    const { className } = radio(/Carro/).closest('label') as HTMLElement;
    expect(className).toMatch(/has-checked:bg-(tint|primary)/);
    expect(className).toContain('has-focus-visible:outline-focus');
    expect(className).toMatch(/min-h-1[18]/);
  });
});

describe.each(GROUPS.slice(0, 2))('%s also', (_name, draw) => {
  test.each([
    ['', 'm', '2'],
    ['2', 'm', '2'],
    ['1', 'O', '3'],
    ['1', 'x', '1'],
    ['1', '{Control>}m{/Control}', '1'],
    ['1', '{Alt>}m{/Alt}', '1'],
  ])('from %j the letter %s chooses %s', async (first, key, expected) => {
    show(draw, first);
    screen.getAllByRole('radio')[0]?.focus();
    await userEvent.keyboard(key);
    expect(checked()).toEqual([expected]);
  });

  test('says that it is required; disabled, no option can be chosen', async () => {
    const changed = show(draw, '', true);
    expect(screen.getByRole('radiogroup').getAttribute('aria-required')).toBe('true');
    await userEvent.click(screen.getByText('Moto'));
    expect(changed).not.toHaveBeenCalled();
  });
});

test('a swatch shows its colour or its stripes beside the name', () => {
  show(GROUPS[1]?.[1] as Draw);
  const swatchOf = (name: string) =>
    screen.getByText(name).parentElement?.querySelector<HTMLElement>('[aria-hidden]')?.style;
  expect(swatchOf('Ônibus')?.backgroundColor).toBe('#222222');
  expect(swatchOf('Moto')?.backgroundImage).toBe(
    'linear-gradient(135deg, #ff0000 0% 50%, #00ff00 50% 100%)',
  );
});
