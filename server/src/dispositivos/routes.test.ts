import { Dispositivo } from '@unipark/contract/dispositivo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../test/dispositivo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('dispositivos').execute();
  await teste.db.deleteFrom('quarentena').execute();
});

const BASE = '/api/dispositivos';
const getDispositivo = async (id: string) => (await teste.request({ url: `${BASE}/${id}` })).json();
const listRows = () => teste.db.selectFrom('dispositivos').selectAll().execute();
const listAudited = () =>
  teste.db
    .selectFrom('auditoria')
    .selectAll()
    .where('entidade', '=', 'dispositivo')
    .orderBy('id')
    .execute();
const sendPlaca = (token: string, placa = 'ABC1C34') =>
  sendMensagem(teste, '/api/leituras/unipark', { placa }, bearerHeaders(token));

describe('POST /api/dispositivos', () => {
  it('answers the token once, stores only its hash, and writes the audit row', async () => {
    const antes = (await listAudited()).length;
    const { dispositivo, token, endereco } = await buildDispositivo(teste);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Dispositivo.parse(dispositivo)).toMatchObject({
      nome: 'Portaria 1',
      fuso: 'America/Sao_Paulo',
      situacao: 'aguardando',
      relogio: null,
      quarentena: 0,
      mqtt: null,
      versao: 1,
    });
    expect(endereco).toBe('http://localhost:80/api/leituras/unipark');
    const [linha] = await listRows();
    expect(linha?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    const depois = await listAudited();
    expect(depois.length).toBe(antes + 1);
    expect(depois.at(-1)).toMatchObject({ acao: 'criar', chave: dispositivo.id });
    const tudo = JSON.stringify([
      await listRows(),
      await teste.db.selectFrom('auditoria_detalhes').selectAll().execute(),
      await getDispositivo(dispositivo.id),
    ]);
    expect(tudo).toContain(dispositivo.id);
    expect(tudo).not.toContain(token);
  });

  it('repeated with its key it makes one device, and does not show the token again', async () => {
    const ask = () =>
      teste.request({
        method: 'POST',
        url: BASE,
        payload: { nome: 'A', dialeto: 'axis' },
        headers: { 'idempotency-key': 'uma' },
      });
    const primeira = (await ask()).json();
    const segunda = await ask();
    expect(segunda.statusCode).toBe(201);
    expect(segunda.json()).toEqual({
      ...primeira,
      token: null,
      endereco: primeira.dispositivo.endereco,
    });
    expect(await listRows()).toHaveLength(1);
    const guardadas = await teste.db.selectFrom('idempotencia').selectAll().execute();
    expect(JSON.stringify(guardadas)).not.toContain(primeira.token);
  });

  it.each([
    ['hikvision', {}, /\/api\/leituras\/hikvision\/[\w-]{43}$/],
    ['hikvision', { digest: 'sim' }, /\/api\/leituras\/hikvision$/],
    ['itsapi', { digest: 'sem_nonce' }, /\/api\/leituras\/itsapi\/[\w-]{43}$/],
    ['itsapi', { caminho_raiz: true, ips: ['10.0.0.0/8'] }, /^http:\/\/localhost:80$/],
    ['parkpow', {}, /\/api\/v1\/log-vehicle\/$/],
    ['platerecognizer', {}, /\/api\/leituras\/platerecognizer$/],
    ['verkada', {}, /\/api\/leituras\/verkada\/[\w-]{43}$/],
  ] as const)('the address of %s with %j', async (dialeto, campos, esperado) => {
    const { endereco, dispositivo, token } = await buildDispositivo(teste, {
      dialeto,
      ...campos,
    } as object);
    expect(endereco).toMatch(esperado);
    expect(dispositivo.endereco).toBe(endereco.replace(token, '***'));
  });

  it.each([
    [{ nome: '' }, 'nome'],
    [{ dialeto: 'outro' }, 'dialeto'],
    [{ fuso: 'America/Lavras' }, 'fuso'],
    [{ ips: ['10.0.0.0/33'] }, 'ips.0'],
    [{ ips: '10.0.0.1' }, 'ips'],
    [{ origens_imagem: ['http://camera'] }, 'origens_imagem.0'],
    [{ confianca_minima: 2 }, 'confianca_minima'],
    [{ mqtt: { url: 'http://x' } }, 'mqtt.url'],
    [{ mqtt: { url: 'mqtt://x' } }, 'mqtt'],
    [{ caminho_raiz: true }, 'caminho_raiz'],
    [{ dialeto: 'itsapi', caminho_raiz: true }, 'caminho_raiz'],
    [{ sentido: { padrao: 'cima', palavras: {} } }, 'sentido.padrao'],
    [{ token: 'x' }, 'token'],
  ])('refuses %j', async (campos, campo) => {
    const resposta = await teste.request({
      method: 'POST',
      url: BASE,
      payload: { nome: 'A', dialeto: 'unipark', ...campos },
    });
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(resposta.json().campos)).toEqual([campo]);
    expect(await listRows()).toHaveLength(0);
  });
});

describe('PUT /api/dispositivos/{id}', () => {
  const updateDispositivo = (id: string, payload: object, headers: Record<string, string> = {}) =>
    teste.request({ method: 'PUT', url: `${BASE}/${id}`, payload, headers });

  it('changes the sent fields, checks If-Match, and writes the audit row', async () => {
    const { dispositivo } = await buildDispositivo(teste, { camera: '1', cameras: { a: '2' } });
    const antes = (await listAudited()).length;
    const resposta = await updateDispositivo(
      dispositivo.id,
      { nome: 'Fundos' },
      { 'if-match': '"1"' },
    );
    expect(resposta.headers.etag).toBe('"2"');
    expect(resposta.json()).toMatchObject({ nome: 'Fundos', camera: '1', cameras: { a: '2' } });
    const velha = await updateDispositivo(dispositivo.id, { nome: 'Outra' }, { 'if-match': '"1"' });
    expect(velha.statusCode).toBe(412);
    expect(velha.json().atual).toMatchObject({ nome: 'Fundos', versao: 2 });
    expect((await listAudited()).length).toBe(antes + 1);
    expect((await getDispositivo(dispositivo.id)).nome).toBe('Fundos');
    const url = `${BASE}/${dispositivo.id}`;
    const removeVersao = (versao: number) =>
      teste.request({ method: 'DELETE', url, headers: { 'if-match': `"${versao}"` } });
    expect((await removeVersao(1)).statusCode).toBe(412);
    expect((await removeVersao(2)).statusCode).toBe(204);
  });

  it('switched off, its token is refused from the next message on', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    expect((await sendPlaca(token)).statusCode).toBe(201);
    await updateDispositivo(dispositivo.id, { ativo: false });
    const recusada = await sendPlaca(token);
    expect(recusada.statusCode).toBe(403);
    expect(recusada.json().mensagem).toBe('Este dispositivo está desativado.');
    expect(await getDispositivo(dispositivo.id)).toMatchObject({ situacao: 'inativo' });
  });

  it('Digest switched on later needs a new token', async () => {
    const { dispositivo } = await buildDispositivo(teste);
    expect(
      (await updateDispositivo(dispositivo.id, { digest: 'sim' })).json().digest_pede_token,
    ).toBe(true);
    const url = `${BASE}/${dispositivo.id}/token`;
    const { dispositivo: depois } = (await teste.request({ method: 'POST', url })).json();
    expect(depois.digest_pede_token).toBe(false);
  });

  it('a broker password is stored encrypted, only for its own address', async () => {
    const mqtt = { url: 'mqtt://127.0.0.1:1', usuario: 'u', senha: 'segredo-do-corretor' };
    const { dispositivo } = await buildDispositivo(teste, {
      dialeto: 'frigate',
      mqtt,
      ativo: false,
    });
    expect(dispositivo.mqtt).toEqual({
      url: mqtt.url,
      usuario: 'u',
      topico: 'frigate',
      tem_senha: true,
      estado: 'desligado',
      motivo: null,
    });
    expect(JSON.stringify(await listRows())).not.toContain('segredo-do-corretor');
    const { senha: _, ...semSenha } = mqtt;
    const hasSenha = async (campos: object) =>
      (await updateDispositivo(dispositivo.id, { mqtt: { ...semSenha, ...campos } })).json().mqtt
        .tem_senha;
    expect(await hasSenha({ topico: 'casa' })).toBe(true);
    expect(await hasSenha({ url: 'mqtt://127.0.0.1:2' })).toBe(false);
    expect(await hasSenha({ senha: 'outra' })).toBe(true);
    expect(await hasSenha({ senha: null })).toBe(false);
  });
});

describe('POST /api/dispositivos/{id}/token', () => {
  const replaceToken = (id: string, payload?: object) =>
    teste.request({ method: 'POST', url: `${BASE}/${id}/token`, ...(payload && { payload }) });

  it('the previous one is accepted for 24 hours', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    const novo = (await replaceToken(dispositivo.id)).json();
    expect(novo.token).not.toBe(token);
    expect(Date.parse(novo.dispositivo.token_anterior_ate) - Date.now()).toBeGreaterThan(
      86_300_000,
    );
    const ambos = [await sendPlaca(token, 'TRO1C34'), await sendPlaca(novo.token, 'TRO1C34')];
    expect(ambos.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
    await teste.db
      .updateTable('dispositivos')
      .set({ token_anterior_ate: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect([(await sendPlaca(token)).statusCode, (await sendPlaca(novo.token)).statusCode]).toEqual(
      [401, 200],
    );
    expect((await getDispositivo(dispositivo.id)).token_anterior_ate).toBeNull();
  });

  it('imediato: the previous one ends now', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    const novo = (await replaceToken(dispositivo.id, { imediato: true })).json();
    expect(novo.dispositivo.token_anterior_ate).toBeNull();
    expect((await sendPlaca(token)).statusCode).toBe(401);
    expect((await sendPlaca(novo.token)).statusCode).toBeLessThan(300);
    expect((await listAudited()).at(-1)).toMatchObject({ acao: 'trocar-token' });
  });
});

describe('DELETE /api/dispositivos/{id}', () => {
  it('its readings stay, its token is refused', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    await sendPlaca(token, 'DEL1E23');
    await sendPlaca(token, '');
    const removeDispositivo = () =>
      teste.request({ method: 'DELETE', url: `${BASE}/${dispositivo.id}` });
    expect((await removeDispositivo()).statusCode).toBe(204);
    expect((await removeDispositivo()).statusCode).toBe(404);
    expect((await sendPlaca(token)).statusCode).toBe(401);
    const lidas = await teste.db
      .selectFrom('leituras')
      .select('placa')
      .where('dispositivo', '=', dispositivo.id)
      .execute();
    expect(lidas).toEqual([{ placa: 'DEL1E23' }]);
    expect(await teste.db.selectFrom('quarentena').selectAll().execute()).toEqual([]);
  });
});

it('requests of one moment all show what was counted before it', async () => {
  const { dispositivo, token } = await buildDispositivo(teste);
  await sendPlaca(token, '');
  const vistos = await Promise.all(Array.from({ length: 4 }, () => getDispositivo(dispositivo.id)));
  expect(vistos.map(({ situacao }) => situacao)).toEqual(Array(4).fill('atencao'));
});

describe('GET /api/dispositivos/{id}/quarentena', () => {
  it('answers unreadable messages in pages, newest first, and removes them', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    for (const motivo of ['a', 'b', 'c']) {
      await sendMensagem(
        teste,
        '/api/leituras/unipark',
        `{"placa": ${motivo}`,
        bearerHeaders(token),
      );
    }
    const url = `${BASE}/${dispositivo.id}/quarentena`;
    const pagina = await teste.request({ url: `${url}?limite=2` });
    expect(pagina.headers['x-total-count']).toBe('3');
    expect(pagina.json().map(({ corpo }: { corpo: string }) => corpo)).toEqual([
      '{"placa": c',
      '{"placa": b',
    ]);
    expect(pagina.json()[0]).toMatchObject({
      motivo: 'O corpo da mensagem não é um JSON válido.',
      tamanho: 11,
    });
    const proxima = /<([^>]+)>; rel="next"/.exec(String(pagina.headers.link))?.[1] ?? '';
    expect((await teste.request({ url: proxima })).json()).toHaveLength(1);
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      quarentena: 3,
      situacao: 'atencao',
    });
    expect((await teste.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect(await getDispositivo(dispositivo.id)).toMatchObject({ quarentena: 0 });
    expect((await listAudited()).at(-1)).toMatchObject({ acao: 'limpar-quarentena' });
  });

  it('keeps a thousand at most', async () => {
    const { dispositivo, token } = await buildDispositivo(teste);
    const linha = {
      dispositivo: dispositivo.id,
      dialeto: 'unipark',
      motivo: 'm',
      tipo_conteudo: null,
      tamanho: 1,
      corpo: 'x',
      recebido_em: new Date().toISOString(),
    };
    await teste.db.insertInto('quarentena').values(Array(1_000).fill(linha)).execute();
    await sendMensagem(teste, '/api/leituras/unipark', 'nova', bearerHeaders(token));
    const { total } = await teste.db
      .selectFrom('quarentena')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(1_000);
    const ultima = await teste.db
      .selectFrom('quarentena')
      .select('corpo')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(ultima?.corpo).toBe('nova');
  });
});

describe('permissions', () => {
  const ROTAS = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x/token'],
    ['GET', '/x/quarentena'],
    ['DELETE', '/x/quarentena'],
  ] as const;

  it.each(ROTAS)('%s /api/dispositivos%s: only administrators', async (method, resto) => {
    const { token } = await buildDispositivo(teste);
    const ask = (as: string | null) =>
      teste.request({
        method,
        url: `${BASE}${resto}`,
        as,
        payload: method === 'GET' ? undefined : {},
      });
    expect((await ask(null)).statusCode).toBe(401);
    expect((await ask(token)).statusCode).toBe(401);
    await teste.db.updateTable('contas').set({ admin: 0 }).execute();
    const comum = await ask(teste.token);
    await teste.db.updateTable('contas').set({ admin: 1 }).execute();
    expect(comum.statusCode).toBe(403);
    expect((await ask(teste.token)).statusCode).not.toBe(403);
  });
});
