/** What a release is asked to store, over its own API, and what it answers about it. */

/** The secret of the installations that are kept as fixtures: it protects nothing. */
export const SEGREDO = 'segredo-das-versoes-guardadas-que-nao-protege-nada';

export const PESSOAS = [
  { name: 'Márcia Carvalho', email: 'marcia@unilavras.edu.br', password: 'cancela-azul-42' },
  { name: 'João D’Ávila', email: 'joao@unilavras.edu.br', password: 'catraca-verde-17' },
  { name: 'Eva Ünïca', email: 'eva@unilavras.edu.br', password: 'guarita-roxa-93' },
] as const;

const PROPRIETARIOS = [
  { matricula: '007', nome: 'Ána Conceição D’Ávila' },
  { matricula: '2019-31', nome: 'João Batista' },
  { matricula: 'SIAPE 1', nome: 'Rui %_"*' },
];
const VEICULOS = [
  {
    placa: 'ABC1234',
    tipo: '1',
    marca: 'Fiat',
    modelo: 'UNO MILLE 1.0',
    ano: '2018 Gasolina',
    cor: 'Prata',
    cidade: 'Lavras',
    estado: 'MG',
    status: 'ATIVO',
    proprietario_matricula: '007',
  },
  { placa: 'BRA2E19', tipo: '2', status: 'PROIBIDO', proprietario_matricula: '2019-31' },
  { placa: 'XYZ9A87', cor: 'Açaí', status: 'Visitante' },
  { placa: 'DEF5678' },
  { placa: 'SAI0A00' },
];
const PASSAGENS = [
  { placa: 'ABC1234', camera: '1', sentido: 'entrada' },
  { placa: 'BRA2E19', camera: '2', sentido: 'entrada' },
  { placa: 'QQQ0Q00' },
  { placa: 'ABC1234', camera: '3', sentido: 'saida' },
];

/** The addresses whose answers the next releases have to repeat. */
const PERGUNTAS = [
  '/db/proprietarios',
  '/db/proprietarios/007',
  '/db/veiculos',
  '/db/veiculos/XYZ9A87',
  '/db/ultimosveiculos?limite=100',
  '/api/passagens',
  '/api/dispositivos',
  '/api/usuarios',
  '/api/mensagens',
];

interface StoryCall {
  metodo?: string;
  corpo?: unknown;
  token?: string;
  chave?: string;
}

/** Calls a release; undefined when it has no such route yet. @throws for any other refusal */
function createCaller(url: string) {
  return async <T>(caminho: string, call: StoryCall = {}): Promise<T | undefined> => {
    const { metodo = 'POST', corpo, token, chave } = call;
    const resposta = await fetch(url + caminho, {
      method: metodo,
      headers: {
        origin: url,
        ...(corpo !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(chave && { 'idempotency-key': chave }),
      },
      ...(corpo !== undefined && { body: JSON.stringify(corpo) }),
    });
    const texto = await resposta.text();
    if (resposta.status === 404 && !texto.includes('pedido"')) return undefined;
    if (resposta.status === 404 && /rota|endereço|encontrad/i.test(texto)) return undefined;
    if (!resposta.ok) throw new Error(`${metodo} ${caminho}: ${resposta.status} ${texto}`);
    return (texto ? JSON.parse(texto) : undefined) as T;
  };
}

/** A device and its readings: one that is understood, one that is not. */
async function tellDispositivo(call: ReturnType<typeof createCaller>, token: string) {
  const corpo = { nome: 'Portaria 1', dialeto: 'unipark', camera: '4' };
  const feito = await call<{ token: string }>('/api/dispositivos', { corpo, token });
  if (!feito) return;
  const leitura = { placa: 'DEF5678', confianca: 0.93, sentido: 'entrada' };
  await call('/api/leituras/unipark', { corpo: leitura, token: feito.token });
  await call('/api/leituras/unipark', { corpo: { nada: 1 }, token: feito.token }).catch(() => {});
}

/** Stores rows of every kind that the release can be asked for. @returns its answers about them */
export async function tellStory(
  url: string,
  { imagem, contato }: { imagem: string; contato: boolean },
): Promise<Record<string, unknown>> {
  const call = createCaller(url);
  const tokens: string[] = [];
  for (const corpo of PESSOAS) {
    const conta = await call<{ token: string }>('/api/auth/sign-up/email', { corpo });
    tokens.push(conta?.token ?? '');
  }
  const [token = ''] = tokens;
  for (const [i, pessoa] of PROPRIETARIOS.entries()) {
    const corpo = contato ? { ...pessoa, email: `p${i}@x.br`, telefone: '35988887777' } : pessoa;
    await call('/db/proprietarios', { corpo, token, chave: `proprietario-${i}` });
  }
  for (const corpo of VEICULOS) await call('/db/veiculos', { corpo, token });
  const nome = 'João Batista de Sá';
  await call('/db/proprietarios/2019-31', { metodo: 'PUT', corpo: { nome }, token });
  const corpo = { cor: 'Azul', status: 'ATIVO', proprietario_matricula: '007' };
  await call('/db/veiculos/DEF5678', { metodo: 'PUT', corpo, token });
  await call('/db/veiculos/SAI0A00', { metodo: 'DELETE', token });
  const ids: string[] = [];
  for (const [i, passagem] of PASSAGENS.entries()) {
    const lida = i === 0 ? { ...passagem, imagem } : passagem;
    const feita = await call<{ id: string }>('/db/ultimosveiculos', { corpo: lida, token });
    ids.push(String(feita?.id));
  }
  await call(`/api/passagens/${ids[1]}/ciente`, { token });
  await call(`/api/passagens/${ids[2]}`, { metodo: 'PATCH', corpo: { placa: 'QQQ0Q01' }, token });
  await tellDispositivo(call, token);
  const mensagem = { nome: 'Visitante', email: 'v@x.br', mensagem: 'Onde estaciono?' };
  await call('/api/contato', { corpo: mensagem });
  await call('/api/convites', { corpo: { email: 'nova@unilavras.edu.br' }, token });

  const respostas: Record<string, unknown> = {};
  for (const pergunta of PERGUNTAS) {
    const resposta = await call(pergunta, { metodo: 'GET', token });
    if (resposta !== undefined) respostas[pergunta] = resposta;
  }
  return respostas;
}
