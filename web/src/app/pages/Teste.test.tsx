import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { matchFrase } from '../../../test/cartao.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { drift } from './diagnostics.ts';

let page: TestPage;
afterEach(() => page?.close());

const line = (label: string) => screen.getByText(label).closest('li') as HTMLElement;

test('examines the server and the cameras when it opens', async () => {
  page = await openPage('/teste');
  expect(await screen.findByText(/^Respondeu em \d+ ms\.$/)).toBeTruthy();
  expect(await screen.findByText('Banco de dados, migrações e disco em ordem.')).toBeTruthy();
  expect(await screen.findByText(/^Diferença de .* s para o servidor\.$/)).toBeTruthy();
  expect(await screen.findByText(/^Canal aberto em \d+ ms\.$/)).toBeTruthy();
  expect(screen.getAllByText('Câmera não configurada.')).toHaveLength(4);
  expect(within(line('Servidor')).getByRole('img', { name: 'Em ordem' })).toBeTruthy();
  expect(within(line('Câmera 3')).getByRole('img', { name: 'Com falha' })).toBeTruthy();
  // The sound and the notification run only after a press.
  expect(within(line('Som')).getByText('Ainda não testado.')).toBeTruthy();
});

test('each camera shows its state or its reason, with one request for all', async () => {
  const camera = {
    tipo: 'rtsp',
    modo: 'video',
    desde: '2026-11-20T17:32:00Z',
    codec: null,
    largura: null,
    altura: null,
  };
  page = await openPage('/teste', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/cameras', () =>
        Response.json([
          { ...camera, id: '1', nome: 'Portaria', estado: 'ao_vivo', motivo: null },
          { ...camera, id: '2', nome: 'Pátio', estado: 'conectando', motivo: null },
          { ...camera, id: '4', nome: 'Fundos', estado: 'offline', motivo: 'auth_failed' },
        ]),
      ),
  });
  expect(await screen.findByText('Ao vivo.')).toBe(within(line('Câmera 1')).getByText('Ao vivo.'));
  expect(within(line('Câmera 1')).getByRole('img', { name: 'Em ordem' })).toBeTruthy();
  expect(within(line('Câmera 2')).getByText(/^Configurada\./)).toBeTruthy();
  expect(within(line('Câmera 3')).getByText('Câmera não configurada.')).toBeTruthy();
  const senha = 'Usuário ou senha da câmera incorretos.';
  expect(within(line('Câmera 4')).getByText(senha)).toBeTruthy();
  expect(within(line('Câmera 4')).getByRole('img', { name: 'Com falha' })).toBeTruthy();
  expect(page.wire.calls.filter((call) => call === 'GET /api/cameras')).toHaveLength(1);
});

test('a camera without viewers is asked for a picture, and says why it has none', async () => {
  const camera = { tipo: 'rtsp', modo: 'video', estado: 'offline', motivo: null };
  const resto = { desde: '2026-11-20T17:32:00Z', codec: null, largura: null, altura: null };
  const frase = 'Sem resposta da câmera na rede.';
  const falha = { codigo: 'unreachable', mensagem: frase, error: frase };
  page = await openPage('/teste', {
    prepare: (_server, wire) => {
      const cameras = ['1', '2'].map((id) => ({ ...camera, ...resto, id, nome: `Câmera ${id}` }));
      wire.answer('GET /api/cameras', () => Response.json(cameras));
      wire.answer('GET /api/cameras/1/snapshot.jpg', () => new Response('jpeg'));
      wire.answer('GET /api/cameras/2/snapshot.jpg', () => Response.json(falha, { status: 503 }));
    },
  });
  const primeira = within((await screen.findByText('Câmera 1')).closest('li') as HTMLElement);
  expect(await primeira.findByText(/^Pronta: enviou uma imagem em [\d,]+ s\.$/)).toBeTruthy();
  expect(primeira.getByRole('img', { name: 'Em ordem' })).toBeTruthy();
  const segunda = within(line('Câmera 2'));
  expect(await segunda.findByText(frase)).toBeTruthy();
  expect(segunda.getByRole('img', { name: 'Com falha' })).toBeTruthy();
});

test('a camera without video is not told about video', async () => {
  const resto = { desde: '2026-11-20T17:32:00Z', codec: null, largura: null, altura: null };
  const camera = { ...resto, estado: 'conectando', motivo: null };
  page = await openPage('/teste', {
    prepare: (_server, wire) => {
      wire.answer('GET /api/cameras', () =>
        Response.json([
          { ...camera, id: '1', nome: 'Foto', tipo: 'snapshot', modo: 'imagem' },
          { ...camera, id: '2', nome: 'Mapa', tipo: 'embed', modo: 'embed' },
        ]),
      );
      wire.answer('GET /api/cameras/1/snapshot.jpg', () => new Response('jpeg'));
    },
  });
  expect(await screen.findByText(/^Pronta: enviou uma imagem em/)).toBeTruthy();
  expect(
    within(line('Câmera 2')).getByText('Configurada. A página externa aparece em Ao Vivo.'),
  ).toBeTruthy();
});

test('shows a fault and tries again', async () => {
  page = await openPage('/teste', {
    prepare: (_server, wire) =>
      wire.answer('GET /readyz', () => new Response('{"ok":false}', { status: 503 })),
  });
  const sentence = 'Banco de dados, migrações ou disco com falha no servidor.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  page.wire.restore();
  await page.user.click(screen.getByRole('button', { name: 'Testar Banco de dados' }));
  expect(await screen.findByText('Banco de dados, migrações e disco em ordem.')).toBeTruthy();
});

test("shows the server's notice about its disk, here and above every screen", async () => {
  const aviso =
    'O disco do servidor está cheio: consultas e portaria continuam; cadastros não são gravados.';
  page = await openPage('/teste', {
    prepare: (_server, wire) => {
      const agora = new Date().toISOString();
      wire.answer('GET /healthz', () => Response.json({ ok: true, agora, aviso }));
      const headers = { 'x-unipark-versao': '1' };
      wire.answer('GET /readyz', () => new Response('{"ok":false}', { status: 503, headers }));
    },
  });
  await screen.findByText('Banco de dados');
  await waitFor(() => expect(within(line('Banco de dados')).getByText(aviso)).toBeTruthy());
  expect(within(screen.getAllByRole('status')[0] as HTMLElement).getByText(aviso)).toBeTruthy();
  page.wire.restore();
  await page.user.click(screen.getByRole('button', { name: 'Testar Banco de dados' }));
  await waitFor(() => expect(screen.queryByText(aviso)).toBeNull());
});

test('a simulated passage is one of the latest vehicles, marked as a test', async () => {
  page = await openPage('/teste');
  const simulate = await screen.findByRole('button', { name: 'Simular passagem' });
  expect(simulate).toHaveProperty('disabled', true);
  await page.user.type(screen.getByLabelText('Placa'), 'rio 2a18');
  await page.user.click(simulate);
  expect(await screen.findByText(matchFrase('Passagem de teste registrada: RIO2A18'))).toBeTruthy();
  const answer = await page.server.request({ url: '/db/ultimosveiculos' });
  expect(answer.json()).toMatchObject([{ placa: 'RIO2A18', teste: true }]);
});

test('the time of the request is not counted as drift', () => {
  expect(drift(1000, 3000, 2000)).toBe(0);
  expect(drift(1000, 3000, 62_000)).toBe(60);
  expect(drift(1000, 3000, 0)).toBe(-2);
});

test('the catalogue: which table is in use, and its faults only while they last', async () => {
  const provedor = { descansando: false, ultimoSucesso: null, ultimaFalha: null };
  const situacao = {
    origem: 'atualizacao',
    referencia: '2026-11',
    desde: '2026-11-03T09:00:00.000Z',
    marcas: 86,
    modelos: 1_234,
    anos: 10_500,
    provedores: [{ ...provedor, nome: 'parallelum' }],
    proxima: null,
    andamento: null,
    ocorrencias: [
      { quando: '2026-11-02T09:00:00.000Z', provedor: null, motivo: 'A atualização parou.' },
    ],
  };
  const falhou = { quando: '2026-11-04T09:00:00.000Z', motivo: 'Não respondeu em 2 s.' };
  const parada = { ...falhou, provedor: null, motivo: 'A atualização parou e continua depois.' };
  let resposta: unknown = situacao;
  page = await openPage('/teste', {
    prepare: (_server, wire) => wire.answer('GET /api/catalogo', () => Response.json(resposta)),
  });
  const getCatalogo = () => within(line('Catálogo FIPE'));
  const tabela = 'Tabela de novembro de 2026, 1.234 modelos.';
  expect(await screen.findByText(tabela)).toBeTruthy();
  expect(getCatalogo().getByRole('img', { name: 'Em ordem' })).toBeTruthy();

  const testCatalogo = () => page.user.click(getCatalogo().getByRole('button'));
  resposta = {
    ...situacao,
    provedores: [{ ...provedor, nome: 'parallelum', descansando: true, ultimaFalha: falhou }],
  };
  await testCatalogo();
  const descanso = `${tabela} Parallelum pausado. Não respondeu em 2 s.`;
  expect(await getCatalogo().findByText(descanso)).toBeTruthy();
  expect(getCatalogo().getByRole('img', { name: 'Com falha' })).toBeTruthy();

  resposta = { ...situacao, ocorrencias: [parada] };
  await testCatalogo();
  expect(await getCatalogo().findByText(`${tabela} ${parada.motivo}`)).toBeTruthy();
  expect(getCatalogo().getByRole('img', { name: 'Com falha' })).toBeTruthy();
});

test('names the disks that are nearly full', async () => {
  const disco = { nivel: 'bom', usado: 0.5, livres: 8 * 1024 ** 3 };
  page = await openPage('/teste', {
    prepare: (_server, wire) =>
      wire.answer('GET /readyz', () =>
        Response.json({
          ok: true,
          copia: null,
          discos: [
            { ...disco, disco: 'dados' },
            { disco: 'fotos', nivel: 'aviso', usado: 0.915, livres: 1.5 * 1024 ** 3 },
          ],
        }),
      ),
  });
  await screen.findByText('Espaço em disco');
  const texto = 'Dados: 50 % cheio, 8 GB livres. Fotos: 91 % cheio, 1,5 GB livres.';
  await waitFor(() => expect(within(line('Espaço em disco')).getByText(texto)).toBeTruthy());
  expect(within(line('Espaço em disco')).getByRole('img', { name: 'Com falha' })).toBeTruthy();
});

test('the age of the newest copy outside stands beside that of the one here', async () => {
  page = await openPage('/teste', {
    prepare: (_server, wire) =>
      wire.answer('GET /readyz', () =>
        Response.json({
          ok: true,
          discos: [],
          copia: {
            ...{ idadeSegundos: 600, atrasada: false },
            externa: { idadeSegundos: 10_800, atrasada: true },
          },
        }),
      ),
  });
  await screen.findByText('Cópia de segurança');
  const texto = 'A última tem 10 min. A externa tem 3 h: avise a administração.';
  await waitFor(() => expect(within(line('Cópia de segurança')).getByText(texto)).toBeTruthy());
  expect(within(line('Cópia de segurança')).getByRole('img', { name: 'Com falha' })).toBeTruthy();
});
