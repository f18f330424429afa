import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SearchSelect, type SelectOption } from './SearchSelect.tsx';
import { SelectField } from './SelectField.tsx';
import { walkTo } from './walkTo.ts';

const options = (...labels: string[]): SelectOption[] =>
  labels.map((label, i) => ({ label, value: `v${i}` }));
const FRUIT = options('Abacaxi', 'Banana', 'Caqui', 'Damasco', 'Figo', 'Goiaba', 'Maçã', 'Uva');

let user: UserEvent;
let chosen: ReturnType<typeof vi.fn<(option: SelectOption | null) => void>>;
beforeEach(() => {
  user = userEvent.setup();
  chosen = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Props = Partial<ComponentProps<typeof SearchSelect<string>>>;

function Form({ value: first = null, ...props }: Props) {
  const [value, setValue] = useState(first);
  return (
    <form>
      <label htmlFor="fruta">Fruta</label>
      <SearchSelect
        inputId="fruta"
        options={props.loadOptions ? undefined : FRUIT}
        {...props}
        value={value}
        onChange={(option) => {
          chosen(option);
          setValue(option);
        }}
      />
      <input aria-label="Depois" />
    </form>
  );
}

const input = () => screen.getByRole('combobox', { name: 'Fruta' });
const box = () => input().closest('[data-select]');
const list = () => screen.queryByRole('listbox');
const texts = () => screen.queryAllByRole('option').map((option) => option.textContent);
/** The active option of the input, as a screen reader reads it. */
const marked = () => {
  const id = input().getAttribute('aria-activedescendant');
  return id && document.getElementById(id)?.textContent;
};
const isOpen = () => input().getAttribute('aria-expanded') === 'true';

describe('closed', () => {
  test('its description is the chosen option, or what to do', () => {
    const { unmount } = render(<Form placeholder="Escolha uma fruta" />);
    expect(box()?.textContent).toBe('Escolha uma fruta');
    expect(
      document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe('Escolha uma fruta');
    unmount();
    render(<Form value={FRUIT[1]} />);
    expect(box()?.textContent).toBe('Banana');
    expect(input()).toHaveProperty('value', '');
    expect(list()).toBeNull();
    expect(isOpen()).toBe(false);
  });

  test('disabled, it takes no focus and cannot be cleared', async () => {
    render(<Form disabled value={FRUIT[1]} />);
    expect(input()).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Limpar escolha' })).toBeNull();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Depois'));
  });

  test('focus alone does not open it', async () => {
    render(<Form />);
    await user.tab();
    expect(document.activeElement).toBe(input());
    expect(isOpen()).toBe(false);
  });

  test.each([
    ['{ArrowDown}', null, 'Abacaxi'],
    ['{ArrowUp}', null, 'Uva'],
    [' ', null, 'Abacaxi'],
    ['g', null, 'Goiaba'],
    ['{ArrowDown}', FRUIT[4], 'Figo'],
    ['{ArrowUp}', FRUIT[4], 'Figo'],
  ])('%j opens it (chosen: %o)', async (key, value, expected) => {
    render(<Form value={value} />);
    await user.tab();
    await user.keyboard(key);
    expect(isOpen()).toBe(true);
    expect(marked()).toBe(expected);
    expect(document.activeElement).toBe(input());
  });

  test.each(['{Backspace}', '{Delete}'])('%s clears the choice', async (key) => {
    render(<Form value={FRUIT[1]} />);
    await user.tab();
    await user.keyboard(key);
    expect(chosen.mock.calls).toEqual([[null]]);
    expect(screen.getByRole('log').textContent).toBe('Escolha removida.');
  });

  test('Escape keeps the choice, and the dialog around it receives the key', async () => {
    const around = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog
      <div onKeyDown={around}>
        <Form value={FRUIT[1]} />
      </div>,
    );
    await user.tab();
    around.mockClear();
    await user.keyboard('{Escape}');
    expect(chosen).not.toHaveBeenCalled();
    expect(around).toHaveBeenCalledOnce();
  });
});

describe('the mouse', () => {
  test('a press on the box opens it and focuses the input; another one next to the input closes it', async () => {
    render(<Form />);
    const arrow = box()?.lastElementChild as Element;
    await user.click(arrow);
    expect(document.activeElement).toBe(input());
    expect(texts()).toHaveLength(FRUIT.length);
    await user.click(arrow);
    expect(list()).toBeNull();
    await user.click(input());
    expect(isOpen()).toBe(true);
    await user.click(input());
    expect(isOpen()).toBe(true);
  });

  test('the right button does not open it', () => {
    render(<Form />);
    fireEvent.mouseDown(input(), { button: 2 });
    expect(isOpen()).toBe(false);
  });

  test('an option is marked under the pointer and chosen by a press; the focus stays in the input', async () => {
    render(<Form />);
    await user.click(input());
    await user.hover(screen.getByRole('option', { name: 'Caqui' }));
    expect(marked()).toBe('Caqui');
    await user.click(screen.getByRole('option', { name: 'Caqui' }));
    expect(chosen.mock.calls).toEqual([[FRUIT[2]]]);
    expect(box()?.textContent).toBe('Caqui');
    expect(list()).toBeNull();
    expect(document.activeElement).toBe(input());
    expect(screen.getByRole('log').textContent).toBe('Caqui escolhido.');
  });

  test('the clear button clears the choice and does not open the list', async () => {
    render(<Form value={FRUIT[1]} />);
    await user.click(screen.getByRole('button', { name: 'Limpar escolha' }));
    expect(chosen.mock.calls).toEqual([[null]]);
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(input());
  });

  test('a press elsewhere closes it and discards the typed text', async () => {
    render(<Form />);
    await user.type(input(), 'ban');
    await user.click(screen.getByLabelText('Depois'));
    expect(list()).toBeNull();
    expect(input()).toHaveProperty('value', '');
    expect(chosen).not.toHaveBeenCalled();
  });

  test('after a touch on an option the focus leaves the input and stays in the field', async () => {
    render(<Form />);
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    await user.click(input());
    await user.click(screen.getByRole('option', { name: 'Uva' }));
    expect(document.activeElement).toBe(box());
  });
});

describe('the keys in the open list', () => {
  test.each([
    ['{ArrowDown}', 'Banana'],
    ['{ArrowDown>3/}', 'Damasco'],
    ['{ArrowUp}', 'Uva'],
    ['{End}{ArrowDown}', 'Abacaxi'],
    ['{PageDown}', 'Goiaba'],
    ['{PageDown}{PageDown}', 'Uva'],
    ['{End}{PageUp}', 'Caqui'],
    ['{PageUp}', 'Abacaxi'],
    ['{End}', 'Uva'],
    ['{End}{Home}', 'Abacaxi'],
  ])('%s moves to %s, and Enter chooses it', async (keys, expected) => {
    render(<Form />);
    await user.click(input());
    await user.keyboard(keys);
    expect(marked()).toBe(expected);
    expect(document.querySelector('[data-marked]')?.textContent).toBe(expected);
    await user.keyboard('{Enter}');
    expect(chosen.mock.lastCall?.[0]?.label).toBe(expected);
    expect(isOpen()).toBe(false);
  });

  test('a space chooses without typed text, and is a letter otherwise', async () => {
    render(<Form options={options('Maçã verde', 'Uva')} />);
    await user.click(input());
    await user.keyboard('{ArrowDown} ');
    expect(box()?.textContent).toBe('Uva');
    await user.keyboard('maçã v');
    expect(texts()).toEqual(['Maçã verde']);
    expect(chosen).toHaveBeenCalledOnce();
  });

  test.each([
    ['nothing in a list that was only opened', '', null],
    ['the option reached by keys', '{ArrowDown}', 'Banana'],
    ['the typed text', 'uv', 'Uva'],
  ])('Tab chooses %s, and moves on', async (_name, keys, expected) => {
    render(<Form />);
    await user.click(input());
    if (keys) await user.keyboard(keys);
    await user.tab();
    expect(chosen.mock.lastCall?.[0]?.label ?? null).toBe(expected);
    expect(document.activeElement).toBe(screen.getByLabelText('Depois'));
    expect(list()).toBeNull();
  });

  test('Shift+Tab chooses nothing', async () => {
    render(<Form />);
    await user.click(input());
    await user.keyboard('{ArrowDown}');
    await user.tab({ shift: true });
    expect(chosen).not.toHaveBeenCalled();
  });

  test('Escape closes the list and nothing around it; the choice stays', async () => {
    const around = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog
      <div onKeyDown={(event) => event.key === 'Escape' && around()}>
        <Form value={FRUIT[1]} />
      </div>,
    );
    await user.click(input());
    await user.keyboard('u{Escape}');
    expect(isOpen()).toBe(false);
    expect(around).not.toHaveBeenCalled();
    expect(box()?.textContent).toBe('Banana');
  });

  test('Enter in a closed list submits the form; in an open one it does not', async () => {
    const sent = vi.fn((event: Event) => event.preventDefault());
    render(<Form />);
    document.querySelector('form')?.addEventListener('submit', sent);
    await user.click(input());
    await user.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}{Escape}');
    expect(chosen).toHaveBeenCalledOnce();
  });

  test('a key of an input method is ignored', async () => {
    render(<Form />);
    await user.click(input());
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe('what is typed', () => {
  test('filters the list apart from case and accents, and the count is announced', async () => {
    render(<Form />);
    await user.type(input(), 'MACA');
    expect(texts()).toEqual(['Maçã']);
    expect(screen.getByRole('log').textContent).toBe('1 opção disponível para MACA.');
    await user.clear(input());
    expect(texts()).toHaveLength(8);
    expect(screen.getByRole('log').textContent).toBe('8 opções disponíveis.');
  });

  test('without a match a sentence replaces the options', async () => {
    render(<Form noOptionsText="Nenhuma fruta." />);
    await user.type(input(), 'xyz');
    expect(screen.getByText('Nenhuma fruta.').getAttribute('role')).toBe('status');
    expect(texts()).toEqual([]);
    await user.keyboard('{ArrowDown}{Home}{Enter}{Tab}');
    expect(chosen).not.toHaveBeenCalled();
  });

  test('hides the choice, which returns when the text is removed', async () => {
    render(<Form value={FRUIT[1]} />);
    await user.type(input(), 'u');
    expect(box()?.textContent).toBe('');
    await user.keyboard('{Backspace}');
    expect(box()?.textContent).toBe('Banana');
    expect(chosen).not.toHaveBeenCalled();
  });

  test('a marked option stays marked while it matches', async () => {
    render(<Form options={options('Ana', 'Bruna', 'Anita')} />);
    await user.click(input());
    await user.keyboard('{End}');
    await user.keyboard('an');
    expect([texts(), marked()]).toEqual([['Ana', 'Anita'], 'Anita']);
  });

  test('may be an option of its own, last and once', async () => {
    render(<Form creatable />);
    await user.type(input(), 'kiwi   doce ');
    expect(texts()).toEqual(['Usar "kiwi doce"']);
    await user.clear(input());
    await user.type(input(), 'banana');
    expect(texts()).toEqual(['Banana']);
    await user.clear(input());
    await user.type(input(), 'a{End}{Enter}');
    expect(chosen.mock.calls).toEqual([[{ label: 'a', value: 'a' }]]);
    expect(box()?.textContent).toBe('a');
  });
});

describe('a search', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  function held() {
    const asked: { term: string; answer: (found: SelectOption[]) => void; fail: () => void }[] = [];
    const loadOptions = (term: string) =>
      new Promise<SelectOption[]>((answer, fail) => asked.push({ term, answer, fail }));
    return { asked, loadOptions };
  }
  const type = (value: string) => fireEvent.change(input(), { target: { value } });
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('is sent after a pause, from two characters on', async () => {
    const { asked, loadOptions } = held();
    render(<Form loadOptions={loadOptions} />);
    fireEvent.mouseDown(input());
    expect(screen.getByText(/^Digite ao menos 2 caracteres\./)).toBeTruthy();
    type('b');
    await pass(1_000);
    expect(asked).toEqual([]);
    type('ban');
    await pass(199);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked.map(({ term }) => term)).toEqual(['ban']);
    expect(screen.getByText('Buscando…')).toBeTruthy();
    await act(async () => asked[0]?.answer(options('Banana', 'Urbano')));
    expect(texts()).toEqual(['Banana', 'Urbano']);
  });

  test('shows the earlier results, filtered, until the answer; a late answer is dropped', async () => {
    const { asked, loadOptions } = held();
    render(<Form loadOptions={loadOptions} />);
    type('an');
    await pass(200);
    await act(async () => asked[0]?.answer(options('Ana', 'Anita')));
    type('anit');
    expect(texts()).toEqual(['Anita']);
    await pass(200);
    type('anita');
    await pass(200);
    await act(async () => asked[2]?.answer(options('Anita Lopes')));
    await act(async () => asked[1]?.answer(options('tarde')));
    expect(texts()).toEqual(['Anita Lopes']);
  });

  test('that fails says so, and is repeated with the next letter', async () => {
    const { asked, loadOptions } = held();
    render(<Form loadOptions={loadOptions} noOptionsText="Ninguém." />);
    type('an');
    await pass(200);
    await act(async () => asked[0]?.fail());
    expect(screen.getByText('Não foi possível buscar. Digite de novo.')).toBeTruthy();
    type('ana');
    await pass(200);
    await act(async () => asked[1]?.answer([]));
    expect(screen.getByText('Ninguém.')).toBeTruthy();
  });
});

describe('long lists', () => {
  const MANY = options(...Array.from({ length: 600 }, (_, i) => `Modelo ${i}`));

  test('only the visible part is rendered; every option has its position', async () => {
    render(<Form options={MANY} />);
    await user.click(input());
    expect(texts().length).toBeLessThan(20);
    const first = screen.getByRole('option', { name: 'Modelo 0' });
    expect([first.getAttribute('aria-posinset'), first.getAttribute('aria-setsize')]).toEqual([
      '1',
      '600',
    ]);
    await user.keyboard('{End}');
    expect(marked()).toBe('Modelo 599');
  });

  test('opens at the chosen option, which is announced', async () => {
    render(<Form options={MANY} value={MANY[300]} />);
    await user.click(input());
    expect(marked()).toBe('Modelo 300');
    const selected = screen.getAllByRole('option', { selected: true });
    expect(selected.map((option) => option.textContent)).toEqual(['Modelo 300']);
  });
});

test('a message of the field is connected to the input and marks the box', () => {
  render(
    <SelectField label="Dono" error="Escolha um dono." required>
      {(control) => <SearchSelect {...control} options={FRUIT} value={null} onChange={chosen} />}
    </SelectField>,
  );
  const dono = screen.getByRole('combobox', { name: 'Dono' });
  expect(dono.getAttribute('aria-invalid')).toBe('true');
  const message = document.getElementById(dono.getAttribute('aria-errormessage') ?? '');
  expect(message?.textContent).toBe('Escolha um dono.');
  expect(dono.closest('[data-select]')?.classList).toContain('border-danger');
});

test('walkTo ignores other keys, and an empty list', () => {
  for (const key of ['a', 'Enter', 'ArrowLeft', 'Tab']) expect(walkTo(key, 0, 3)).toBeUndefined();
  expect(walkTo('ArrowDown', -1, 0)).toBe(0);
});
