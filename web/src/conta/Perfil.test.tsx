import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const ENTRAR = '/api/auth/sign-in/email';
const CELULAR =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

async function elsewhere({ server }: TestPage, agente = CELULAR): Promise<string> {
  const { email, password } = CONTA;
  const resposta = await server.app.inject({
    method: 'POST',
    url: ENTRAR,
    payload: { email, password },
    headers: { 'user-agent': agente },
  });
  return resposta.json().token;
}
const tryToken = async (token: string) =>
  (await page.server.request({ url: '/api/painel', as: token })).statusCode;
const region = (name: string) => within(screen.getByRole('region', { name }));
const stored = () => JSON.parse(localStorage.getItem('unipark.user') ?? '{}');

const open = async (options: TestPageOptions = {}) => {
  page = await openPage('/perfil', options);
  await screen.findByText('Acesso anterior');
};

test('shows the person and the data of the account', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Perfil' })).toBeTruthy();
  const account = region('Informações de Conta');
  expect(account.getByText('Nome Completo').nextSibling?.textContent).toBe(CONTA.name);
  expect(account.getByText('Email').nextSibling?.textContent).toBe(CONTA.email);
  expect(screen.getByText('MC')).toBeTruthy();
  expect(document.title).toBe('Perfil · UNIPARK');
  expect(region('Segurança').getByText(/^Alterada em \d\d\/\d\d\/\d{4}$/)).toBeTruthy();
  expect(region('Segurança').getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d/)).toBeTruthy();
});

test('preferences are stored in this browser', async () => {
  await open();
  await page.user.click(screen.getByRole('radio', { name: 'Noturno' }));
  expect(localStorage.getItem('unipark.tema')).toBe('noturno');
  expect(document.documentElement.dataset.tema).toBe('noturno');
  await page.user.click(screen.getByRole('radio', { name: 'Desligados' }));
  expect(localStorage.getItem('unipark.atalhos')).toBe('desligados');
  expect(document.documentElement.dataset.densidade).toBe('confortavel');
  await page.user.click(screen.getByRole('radio', { name: 'Compacta' }));
  expect(localStorage.getItem('unipark.densidade')).toBe('compacta');
  expect(document.documentElement.dataset.densidade).toBe('compacta');
  await page.user.click(screen.getByRole('radio', { name: 'Desligado' }));
  expect(localStorage.getItem('unipark.som')).toBe('desligado');
  const { somPreferido } = await import('../passagens/alertas/som.ts');
  expect(somPreferido.get()).toBe('desligado');
});

test('data that does not load can be tried again', async () => {
  page = await openPage('/perfil', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/perfil', () => Response.json({ nada: true }, { status: 500 })),
  });
  expect(await screen.findByText('Não foi possível carregar os dados da conta')).toBeTruthy();
  page.wire.restore();
  await page.user.click(region('Segurança').getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Acesso anterior')).toBeTruthy();
});

describe('Alterar senha', () => {
  const NOVA = 'portão-verde-17';
  const dialog = () => within(screen.getByRole('dialog', { name: 'Alterar senha' }));
  const fill = async (atual: string, nova: string, outra = nova) => {
    const type = async (label: string, text: string) => {
      const field = dialog().getByLabelText(label);
      await page.user.clear(field);
      if (text) await page.user.type(field, text);
    };
    await type('Senha atual', atual);
    await type('Nova senha', nova);
    await type('Confirmar senha', outra);
    await page.user.click(dialog().getByRole('button', { name: 'Salvar senha' }));
  };
  beforeEach(async () => {
    await open();
    await page.user.click(screen.getByRole('button', { name: 'Alterar senha' }));
    await screen.findByRole('dialog', { name: 'Alterar senha' });
  });

  test('changes it, ends the other sessions, and keeps this one', async () => {
    const outra = await elsewhere(page);
    const antes = stored().access_token;
    await fill(CONTA.password, NOVA);
    expect(
      await screen.findByText('Senha alterada. As outras sessões foram encerradas.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await tryToken(outra)).toBe(401);
    expect(await tryToken(antes)).toBe(401);
    expect(await tryToken(stored().access_token)).toBe(200);
    await waitFor(() => expect(region('Sessões abertas').getAllByRole('listitem')).toHaveLength(1));
  });

  test('a wrong password and an unusable one show under their fields, and the fields keep their text', async () => {
    await fill('não é esta', NOVA);
    expect(await dialog().findByText('A senha atual não confere.')).toBeTruthy();
    expect(dialog().getByLabelText('Nova senha')).toHaveProperty('value', NOVA);
    await fill(CONTA.password, '12345678');
    expect(await dialog().findByText('Esta senha é muito comum. Escolha outra.')).toBeTruthy();
    expect(dialog().getByLabelText('Nova senha')).toBe(document.activeElement);
  });

  test('faults that the page can find are not sent', async () => {
    page.wire.calls.length = 0;
    await fill('', 'curta');
    expect(dialog().getByText('Senha não pode estar em branco.')).toBeTruthy();
    expect(dialog().getByText('A senha deve ter de 8 a 128 caracteres.')).toBeTruthy();
    await fill(CONTA.password, NOVA, `${NOVA}x`);
    expect(await dialog().findByText('As senhas não são iguais.')).toBeTruthy();
    expect(page.wire.calls).not.toContain('POST /api/perfil/senha');
  });
});

describe('Foto', () => {
  /** A picture of one red pixel. */
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
  const file = (bytes: BlobPart, name: string, type: string) => new File([bytes], name, { type });
  const png = () => file(Buffer.from(PNG, 'base64'), 'eu.png', 'image/png');
  const dialog = () => within(screen.getByRole('dialog', { name: 'Foto do perfil' }));
  const choose = (chosen: File) =>
    fireEvent.change(dialog().getByTestId('foto'), { target: { files: [chosen] } });
  const save = () => page.user.click(dialog().getByRole('button', { name: 'Salvar foto' }));
  const ask = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Trocar foto' }));
    await screen.findByRole('dialog', { name: 'Foto do perfil' });
  };
  beforeEach(async () => {
    await open();
    await ask();
  });

  test('a new picture shows everywhere at once and can be removed', async () => {
    expect(dialog().queryByRole('button', { name: 'Remover foto' })).toBeNull();
    choose(png());
    expect(await dialog().findByText('eu.png')).toBeTruthy();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stored().picture).toMatch(/^data:image\/webp;base64,/);
    await page.user.click(screen.getByRole('button', { name: 'Abrir menu' }));
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    expect(menu.querySelector('img')?.getAttribute('src')).toBe(stored().picture);
    await page.user.keyboard('{Escape}');
    await ask();
    await page.user.click(dialog().getByRole('button', { name: 'Remover foto' }));
    await waitFor(() => expect(stored().picture).toBeNull());
    expect(await screen.findByText('MC')).toBeTruthy();
  });

  test('another tab shows the new picture', async () => {
    const user = { ...stored(), picture: 'data:image/webp;base64,AAAA' };
    localStorage.setItem('unipark.user', JSON.stringify(user));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' })));
    await waitFor(() =>
      expect(document.querySelector('main img')?.getAttribute('src')).toBe(user.picture),
    );
  });

  test.each([
    ['words.txt', 'text/plain', 10, 'Escolha uma foto em JPEG, PNG ou WebP.'],
    ['grande.png', 'image/png', 5 * 1024 * 1024 + 1, 'A foto deve ter no máximo 5 MB.'],
  ])('%s is refused before it is sent', async (name, type, size, sentence) => {
    page.wire.calls.length = 0;
    choose(file(new Uint8Array(size), name, type));
    expect(dialog().getByText(sentence)).toBeTruthy();
    await save();
    expect(dialog().getByText(sentence)).toBeTruthy();
    expect(page.wire.calls).toEqual([]);
  });

  test("a file that only looks like a picture gets the server's sentence and another try", async () => {
    choose(file('não sou uma foto', 'eu.jpg', 'image/jpeg'));
    await save();
    const sentence = 'O arquivo não é uma foto em JPEG, PNG ou WebP.';
    expect(await dialog().findByText(sentence)).toBeTruthy();
    choose(png());
    expect(dialog().queryByText(sentence)).toBeNull();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('Sessões abertas', () => {
  const lines = () => region('Sessões abertas').getAllByRole('listitem');
  const openWith = async (agentes: string[]) => {
    const tokens: string[] = [];
    await open({
      prepare: async (server) => {
        for (const agente of agentes) {
          tokens.push(await elsewhere({ server } as TestPage, agente));
        }
      },
    });
    await screen.findByText('Atual');
    return tokens;
  };

  test('this session is first and cannot be ended here; the others have names', async () => {
    await openWith([CELULAR]);
    expect(lines()).toHaveLength(3);
    expect(within(lines()[0] as HTMLElement).getByText(/^Este /)).toBeTruthy();
    expect(within(lines()[0] as HTMLElement).queryByRole('button')).toBeNull();
    expect(screen.getByText(/^Chrome no Android · agora · 127\.0\.0\.1$/)).toBeTruthy();
  });

  test('ends the chosen session alone', async () => {
    const [celular = '', outra = ''] = await openWith([CELULAR, 'Programa-da-portaria/1']);
    await page.user.click(
      screen.getByRole('button', { name: 'Encerrar Chrome no Android, agora' }),
    );
    await waitFor(() => expect(screen.queryByText(/Chrome no Android/)).toBeNull());
    expect(await tryToken(celular)).toBe(401);
    expect(await tryToken(outra)).toBe(200);
  });

  test('sessions that look alike are one row; the older ones open, and end alone or together', async () => {
    const tokens = await openWith([CELULAR, CELULAR, CELULAR, CELULAR, 'Programa-da-portaria/1']);
    const group = () => screen.getByText(/^Mais \d parecidas?$/).closest('li') as HTMLElement;
    const inside = () => within(group().querySelector('details') as HTMLElement);
    const details = group().querySelector('details');
    expect(within(group()).getAllByText(/^Chrome no Android/)).toHaveLength(4);
    expect(group().textContent).toContain('Mais 3 parecidas');
    expect(details?.open).toBe(false);
    await page.user.click(inside().getByText('Mais 3 parecidas'));
    expect(details?.open).toBe(true);
    const [first] = inside().getAllByRole('button', { name: 'Encerrar Chrome no Android, agora' });
    await page.user.click(first as HTMLElement);
    expect(await screen.findByText('Mais 2 parecidas')).toBeTruthy();
    expect(await screen.findByText('Sessão encerrada.')).toBeTruthy();
    expect(details?.open).toBe(true);

    await page.user.click(
      await inside().findByRole('button', {
        name: 'Encerrar as 2 mais antigas: Chrome no Android',
      }),
    );
    expect(await screen.findByText('2 sessões encerradas.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/parecida/)).toBeNull());
    expect(screen.getAllByText(/^Chrome no Android/)).toHaveLength(1);
    const states = await Promise.all(tokens.map(tryToken));
    expect(states).toEqual([401, 401, 401, 200, 200]);
  });

  test('an older session that had already ended does not stop the others', async () => {
    const tokens = await openWith([CELULAR, CELULAR, CELULAR, CELULAR]);
    const [, second] = await page.server.db
      .selectFrom('sessoes')
      .select('sid')
      .where('agente', '=', CELULAR)
      .orderBy('vista_em', 'desc')
      .execute();
    await page.server.db
      .deleteFrom('sessoes')
      .where('sid', '=', second?.sid ?? '')
      .execute();
    await page.user.click(await screen.findByText('Mais 3 parecidas'));
    await page.user.click(
      await screen.findByRole('button', { name: 'Encerrar as 3 mais antigas: Chrome no Android' }),
    );
    await waitFor(() => expect(screen.queryByText(/parecida/)).toBeNull());
    expect(await Promise.all(tokens.map(tryToken))).toEqual([401, 401, 401, 200]);
  });

  test('ends the other sessions after a question', async () => {
    const [celular = ''] = await openWith([CELULAR]);
    await page.user.click(screen.getByRole('button', { name: 'Encerrar as outras' }));
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'Cancelar' }));
    expect(await tryToken(celular)).toBe(200);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.click(screen.getByRole('button', { name: 'Encerrar as outras' }));
    const again = within(await screen.findByRole('alertdialog'));
    await page.user.click(again.getByRole('button', { name: 'Encerrar as outras' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(await tryToken(celular)).toBe(401);
    expect(screen.queryByRole('button', { name: 'Encerrar as outras' })).toBeNull();
  });
});

describe('the end of the session', () => {
  const MINUTE = 60_000;
  const endIn = async (unused: number, final: number) => {
    const { prazo } = await import('../lib/session/session.ts');
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const LIFE = 7 * 24 * 60 * MINUTE;
    await page.server.db
      .updateTable('sessoes')
      .set({ expira_em: at(unused), criada_em: at(final - LIFE) })
      .execute();
    act(() => prazo.set({ expiraEm: at(Math.min(unused, final)), terminaEm: at(final) }));
  };
  const warning = () => screen.findByRole('dialog', { name: /^Sua sessão termina em/ });

  test('a warning counts down; Continuar conectado prolongs the session, and the form stays', async () => {
    page = await openPage('/proprietarios/cadastrar');
    await page.user.type(await screen.findByLabelText(/^Nome/), 'Beatriz');
    await endIn(118_000, 6 * 24 * 60 * MINUTE);
    const dialog = within(await warning());
    expect(dialog.getByText('Sua sessão termina em 2 minutos.')).toBeTruthy();
    const first = dialog.getByRole('timer').textContent;
    await waitFor(() => expect(dialog.getByRole('timer').textContent).not.toBe(first));
    await page.user.click(dialog.getByRole('button', { name: 'Continuar conectado' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { prazo } = await import('../lib/session/session.ts');
    expect(Date.parse(prazo.get()?.expiraEm ?? '') - Date.now()).toBeGreaterThan(11 * 60 * MINUTE);
    expect(screen.getByLabelText(/^Nome/)).toHaveProperty('value', 'Beatriz');
  });

  test('Sair asks as Logout does, with what the gate has not sent, and signs out', async () => {
    await open();
    const { enqueue } = await import('../portaria/fila.ts');
    const instante = new Date().toISOString();
    const registro = {
      chave: 'c',
      placa: 'RIO2A18',
      sentido: 'entrada',
      instante,
      conferida: true,
    };
    await enqueue(registro as never, { de: CONTA.email, tentado: false });
    await endIn(60_000, 6 * 24 * 60 * MINUTE);
    await page.user.click(within(await warning()).getByRole('button', { name: 'Sair' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText(/^1 registro da Portaria ainda não foi enviado/)).toBeTruthy();
    await page.user.click(question.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
    expect(localStorage.getItem('unipark.user')).toBeNull();
  });

  test('after seven days the page asks for the password in place and goes on', async () => {
    page = await openPage('/proprietarios/cadastrar');
    await page.user.type(await screen.findByLabelText(/^Nome/), 'Beatriz');
    await endIn(12 * 60 * MINUTE, 100_000);
    const dialog = within(await screen.findByRole('dialog', { name: 'Entrar novamente' }));
    expect(dialog.getByText(/^Sua sessão termina em 2 minutos\./)).toBeTruthy();
    await page.user.type(dialog.getByLabelText('Senha'), CONTA.password);
    await page.user.click(dialog.getByRole('button', { name: 'Entrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { prazo } = await import('../lib/session/session.ts');
    expect(Date.parse(prazo.get()?.terminaEm ?? '') - Date.now()).toBeGreaterThan(
      6 * 24 * 60 * MINUTE,
    );
    expect(screen.getByLabelText(/^Nome/)).toHaveProperty('value', 'Beatriz');
  });

  test('a session that ended while the tab slept asks for the password in place', async () => {
    await open();
    await endIn(-1_000, 6 * 24 * 60 * MINUTE);
    expect(await screen.findByRole('dialog', { name: 'Entrar novamente' })).toBeTruthy();
    expect(screen.getByText('Sua sessão expirou. Entre novamente para continuar.')).toBeTruthy();
    expect(window.location.pathname).toBe('/perfil');
  });
});
