/** Imports through the API: a file is sent, its phases are waited for, its columns accepted. */
import type {
  Existentes,
  FaseImportacao,
  Importacao,
  LinhaImportada,
  TipoImportacao,
} from '@unipark/contract/importacao';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { until } from './espera.ts';

export interface TestArquivo {
  conteudo: string | Buffer;
  tipo?: TipoImportacao;
  nome?: string;
  as?: string;
}

export function createImportador(teste: TestApp) {
  const url = (id: number, resto = ''): string => `/api/importacoes/${id}${resto}`;
  const asOf = (as?: string) => (as === undefined ? {} : { as });

  const send = ({ conteudo, tipo = 'veiculos', nome = 'frota.csv', as }: TestArquivo) =>
    teste.request({
      method: 'POST',
      url: `/api/importacoes?tipo=${tipo}&nome=${encodeURIComponent(nome)}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: conteudo,
      ...asOf(as),
    });

  const get = async (id: number, as?: string): Promise<Importacao> =>
    (await teste.request({ url: url(id), ...asOf(as) })).json();

  /** Waits for a phase, and answers the import in it. */
  async function reach(id: number, ...fases: FaseImportacao[]): Promise<Importacao> {
    let importacao = await get(id);
    await until(async () => {
      importacao = await get(id);
      expect(fases).toContain(importacao.fase);
    });
    return importacao;
  }

  /** Sends a file that is read, or refused with a sentence. */
  async function read(arquivo: TestArquivo): Promise<Importacao> {
    const resposta = await send(arquivo);
    expect(resposta.statusCode).toBe(201);
    return reach(resposta.json<Importacao>().id, 'colunas', 'recusada');
  }

  const choose = (id: number, campos: (string | null)[], apagar_vazias = false) =>
    teste.request({
      method: 'PUT',
      url: url(id, '/colunas'),
      payload: { campos, apagar_vazias },
    });

  /** The preview of a file, with the columns that were found. */
  async function preview(arquivo: TestArquivo, apagar_vazias = false): Promise<Importacao> {
    const { id, colunas, erro } = await read(arquivo);
    expect(erro).toBeNull();
    const campos = colunas.map(({ campo }) => campo);
    expect((await choose(id, campos, apagar_vazias)).statusCode).toBe(200);
    return reach(id, 'previa');
  }

  const listLinhas = async (id: number, consulta = ''): Promise<LinhaImportada[]> =>
    (await teste.request({ url: url(id, `/linhas${consulta}`) })).json();

  const correct = (id: number, linha: number, celulas: Record<string, string>) =>
    teste.request({ method: 'PATCH', url: url(id, `/linhas/${linha}`), payload: { celulas } });

  const act = (id: number, ato: 'gravar' | 'cancelar' | 'desfazer', existentes?: Existentes) =>
    teste.request({
      method: 'POST',
      url: url(id, `/${ato}`),
      ...(existentes && { payload: { existentes } }),
    });

  /** Writes a preview and waits for its result. */
  async function write(id: number, existentes: Existentes = 'atualizar'): Promise<Importacao> {
    expect((await act(id, 'gravar', existentes)).statusCode).toBe(202);
    return reach(id, 'concluida', 'interrompida');
  }

  async function undo(id: number): Promise<Importacao> {
    expect((await act(id, 'desfazer')).statusCode).toBe(202);
    return reach(id, 'desfeita');
  }

  return { url, send, get, reach, read, choose, preview, listLinhas, correct, act, write, undo };
}
