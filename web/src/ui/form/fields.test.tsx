import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';
import { DateFilter, withDia } from './DateFilter.tsx';
import { EmailInput } from './EmailInput.tsx';
import { Field, type FieldControl } from './Field.tsx';
import { Input } from './Input.tsx';
import { NativeSelect } from './NativeSelect.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { SearchBar } from './SearchBar.tsx';
import { TextArea } from './TextArea.tsx';

afterEach(cleanup);

const describedBy = (element: Element): string[] =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent ?? '(nothing)');

describe('a field', () => {
  const show = (props: Partial<Parameters<typeof Field>[0]> = {}) =>
    render(
      <Field label="Nome" {...props}>
        {props.children ?? ((control: FieldControl) => <Input {...control} />)}
      </Field>,
    );
  const input = () => screen.getByLabelText(/Nome/);

  test.each<[string, object, string[], string | null]>([
    ['nothing else', {}, [], null],
    ['a hint', { hint: 'Como no crachá.' }, ['Como no crachá.'], null],
    ['a message', { error: 'Informe o nome.' }, ['Informe o nome.'], 'true'],
    ['both', { hint: 'Curto.', error: 'Longo.' }, ['Curto.', 'Longo.'], 'true'],
    ['the line of a changing hint', { hintLine: true }, [''], null],
  ])('with %s connects it to its input', (_name, props, description, invalid) => {
    show(props);
    expect(describedBy(input())).toEqual(description);
    expect(input().getAttribute('aria-invalid')).toBe(invalid);
  });

  test('a required one says so and marks the input', () => {
    show({ required: true });
    expect(screen.getByText('obrigatório')).toBeTruthy();
    expect(input()).toHaveProperty('required', true);
  });

  test('a changing hint is announced by its line, which stays', () => {
    const { rerender } = show({ hintLine: true });
    const line = screen.getByRole('status');
    rerender(
      <Field label="Nome" hintLine hint="Já cadastrado.">
        {(control) => <Input {...control} />}
      </Field>,
    );
    expect(screen.getByRole('status')).toBe(line);
    expect(line.textContent).toBe('Já cadastrado.');
  });

  test('a group is named by its label', () => {
    show({
      group: true,
      children: (control) => <div {...(control as object)} role="radiogroup" />,
    });
    expect(screen.getByRole('radiogroup', { name: 'Nome' })).toBeTruthy();
  });

  test('the content after the label comes after the input in the Tab order', async () => {
    show({ labelAfter: <a href="/novo">Novo</a> });
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement).toBe(input());
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Novo' }));
  });
});

describe('inputs', () => {
  test.each<[string, (ref: React.Ref<never>) => ReactNode]>([
    ['input', (ref) => <Input ref={ref} aria-label="Campo" aria-invalid />],
    [
      'input',
      (ref) => <Input ref={ref} aria-label="Campo" icon="search" after="km" aria-invalid />,
    ],
    ['textarea', (ref) => <TextArea ref={ref} aria-label="Campo" aria-invalid />],
    ['select', (ref) => <NativeSelect ref={ref} aria-label="Campo" aria-invalid />],
    ['input', (ref) => <PasswordInput ref={ref} aria-label="Campo" aria-invalid />],
    ['input', (ref) => <EmailInput ref={ref} aria-label="Campo" aria-invalid />],
  ])('the ref of the %s is its element; it is 44 px high and red when invalid', (tag, draw) => {
    const ref = createRef<never>();
    render(draw(ref));
    const control = screen.getByLabelText('Campo');
    expect(ref.current).toBe(control);
    expect(control.tagName.toLowerCase()).toBe(tag);
    expect([...control.classList]).toEqual(
      expect.arrayContaining(['min-h-11', 'aria-invalid:border-danger']),
    );
  });

  test('an e-mail is not corrected', () => {
    render(<EmailInput aria-label="E-mail" />);
    const { type, inputMode, autocomplete } = screen.getByLabelText('E-mail') as HTMLInputElement;
    expect([type, inputMode, autocomplete]).toEqual(['email', 'email', 'username']);
    expect(screen.getByLabelText('E-mail').getAttribute('autocapitalize')).toBe('none');
  });

  test.each([
    ['positive', 'text-positive!'],
    ['negative', 'text-danger!'],
  ] as const)('a tone that is %s has its colour; the plate its typeface', (tone, colour) => {
    render(<Input aria-label="Placa" face="plate" tone={tone} />);
    const { classList } = screen.getByLabelText('Placa');
    expect([...classList]).toEqual(expect.arrayContaining([colour, 'font-plate']));
  });

  test('a checkbox is pressed by its text and by the space key', async () => {
    const changed = vi.fn();
    render(<Checkbox label="Sem proprietário" boxed onChange={changed} />);
    const box = screen.getByRole('checkbox', { name: 'Sem proprietário' }) as HTMLInputElement;
    const user = userEvent.setup();
    await user.click(screen.getByText('Sem proprietário'));
    expect(box.checked).toBe(true);
    await user.keyboard(' ');
    expect(box.checked).toBe(false);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  test('a native select has its options, and an empty first one on request', async () => {
    const changed = vi.fn();
    render(
      <NativeSelect
        aria-label="Status"
        placeholder="Selecione…"
        options={[
          { value: 'A', label: 'ATIVO' },
          { value: 'P', label: 'PROIBIDO' },
        ]}
        onChange={({ target }) => changed(target.value)}
      />,
    );
    const texts = screen.getAllByRole('option').map((option) => option.textContent);
    expect(texts).toEqual(['Selecione…', 'ATIVO', 'PROIBIDO']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'PROIBIDO');
    expect(changed.mock.calls).toEqual([['P']]);
  });
});

describe('a password', () => {
  const field = () => screen.getByLabelText('Senha') as HTMLInputElement;

  test('is hidden, shown and hidden again; the typed text stays', async () => {
    render(<PasswordInput aria-label="Senha" />);
    const user = userEvent.setup();
    await user.type(field(), 'segredo');
    expect(field().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostrar senha', pressed: false }));
    expect([field().type, field().value]).toEqual(['text', 'segredo']);
    await user.keyboard('{Enter}');
    expect(field().type).toBe('password');
    expect(screen.getByRole('button', { name: 'Mostrar senha' })).toBeTruthy();
  });

  test('Caps Lock is reported while it is on and the field has the focus', () => {
    const left = vi.fn();
    render(<PasswordInput aria-label="Senha" onBlur={left} />);
    const press = (isOn: boolean) => {
      const event = new KeyboardEvent('keyup', { key: 'A', bubbles: true });
      event.getModifierState = () => isOn;
      fireEvent(field(), event);
      return screen.getByRole('status').textContent;
    };
    expect(press(true)).toBe('Caps Lock está ligado.');
    expect(press(false)).toBe('');
    press(true);
    fireEvent.blur(field());
    expect(screen.getByRole('status').textContent).toBe('');
    expect(left).toHaveBeenCalledOnce();
  });
});

describe('a day', () => {
  const field = () => screen.getByLabelText('De') as HTMLInputElement;
  const show = (props: object = {}) => {
    const changed = vi.fn();
    const { rerender } = render(
      <DateFilter label="De" value="" max="2026-12-31" onChange={changed} {...props} />,
    );
    return { changed, rerender };
  };

  test.each([
    ['2026-11-20', true, ['2026-11-20']],
    ['', true, ['']],
    ['0002-11-20', false, []],
  ])('%j (in range: %s) is reported as %j, and stays in the field', (value, valid, told) => {
    const { changed } = show({ value: '2026-11-01' });
    Object.defineProperty(field(), 'validity', { value: { valid } });
    fireEvent.change(field(), { target: { value } });
    expect(changed.mock.calls.flat()).toEqual(told);
    expect(field().value).toBe(value);
  });

  test.each([
    ['2027-01-05', ['2027-01-05'], '2027-01-05'],
    ['', [''], ''],
    ['0002-11-20', [], '2026-11-01'],
    ['2028-01-01', [], '2026-11-01'],
  ])('%j is settled when the field is left', (value, told, shown) => {
    const { changed } = show({ value: '2026-11-01', ultimo: '2027-12-31' });
    Object.defineProperty(field(), 'validity', { value: { valid: false, badInput: false } });
    fireEvent.change(field(), { target: { value } });
    expect(changed).not.toHaveBeenCalled();
    fireEvent.blur(field());
    expect(changed.mock.calls.flat()).toEqual(told);
    expect(field().value).toBe(shown);
  });

  test('an end of a period that passes the other takes it along', () => {
    const periodo = { de: '2026-11-10', ate: '2026-11-20', sentido: 'entrada' };
    expect(withDia(periodo, { de: '2026-11-12' })).toEqual({ ...periodo, de: '2026-11-12' });
    const [de, ate] = ['2026-11-25', '2026-11-05'];
    expect(withDia(periodo, { de })).toEqual({ ...periodo, de, ate: de });
    expect(withDia(periodo, { ate })).toEqual({ ...periodo, de: ate, ate });
    expect(withDia({}, { ate })).toEqual({ de: '', ate });
  });

  test('follows the current value, and has its range', () => {
    const { rerender } = show();
    rerender(<DateFilter label="De" value="2026-11-02" onChange={vi.fn()} />);
    expect([field().value, field().min, field().max]).toEqual(['2026-11-02', '2000-01-01', '']);
  });
});

describe('a search bar', () => {
  const show = (props: object = {}) => {
    const told = { search: vi.fn(), clear: vi.fn() };
    const bar = (more: object) => (
      <SearchBar
        value=""
        label="Buscar veículos"
        placeholder="Buscar por placa…"
        minChars={3}
        onSearch={told.search}
        onClear={told.clear}
        {...props}
        {...more}
      />
    );
    const { rerender } = render(bar({}));
    return { ...told, change: (more: object) => rerender(bar(more)) };
  };
  const field = () =>
    screen.getByRole('searchbox', { name: 'Buscar veículos' }) as HTMLInputElement;
  const getSearchButton = () => screen.getByRole('button', { name: 'Buscar' }) as HTMLButtonElement;

  test.each([
    ['', false, ['']],
    ['a', true, []],
    ['ab ', true, []],
    ['abc', false, ['abc']],
    [' abc ', false, ['abc']],
  ])('%j: too short %s, Enter searches %j', async (text, tooShort, searched) => {
    const { search } = show();
    const user = userEvent.setup();
    await user.click(field());
    if (text) await user.keyboard(text);
    expect(getSearchButton().disabled).toBe(tooShort);
    expect(describedBy(field())).toEqual([tooShort ? 'Digite ao menos 3 caracteres' : '']);
    await user.keyboard('{Enter}');
    expect(search.mock.calls.flat()).toEqual(searched);
  });

  test('Limpar empties the field too', async () => {
    const { clear } = show({ value: 'gol' });
    expect(field().value).toBe('gol');
    await userEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    expect(field().value).toBe('');
    expect(clear).toHaveBeenCalledOnce();
  });

  test('follows the current term; actions are in its landmark', () => {
    const { change } = show({ actions: <button type="button">Novo</button> });
    change({ value: 'uno' });
    expect(field().value).toBe('uno');
    expect(screen.getByRole('search').textContent).toContain('Novo');
  });
});
