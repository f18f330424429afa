/** Files for the import of the catalogue, and the import command, in this process. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalogo } from '../src/fipe/importacao/comandos.ts';
import type { Banco } from '../src/platform/db/banco.ts';
import { Problem } from '../src/platform/errors.ts';
import { openTestBanco } from './banco.ts';

export const CABECALHO = 'tipo,marca_codigo,marca,modelo_codigo,modelo,ano_codigo,ano\n';

export interface ToolRun {
  codigo: number;
  /** The lines of output, or of the error. */
  linhas: string[];
}

export interface BancadaImportacao {
  db: Banco;
  dataDir: string;
  /** Writes a file of the data folder and answers its path. */
  write(nome: string, conteudo: string | Uint8Array): string;
  run(args: string[], sinal?: AbortSignal): Promise<ToolRun>;
  /** Writes and imports it. */
  importText(conteudo: string | Uint8Array, ...args: string[]): Promise<ToolRun>;
  /** The catalogue in use: 'tipo marca modelo ano nome', as many levels as there are. */
  listCatalogo(): Promise<string[]>;
  editions(): Promise<{ situacao: string; referencia: string | null }[]>;
  close(): Promise<void>;
}

export async function buildImportacao(): Promise<BancadaImportacao> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-importacao-'));
  const banco = await openTestBanco(dataDir);
  const { db } = banco;

  const write: BancadaImportacao['write'] = (nome, conteudo) => {
    const caminho = join(dataDir, nome);
    writeFileSync(caminho, conteudo);
    return caminho;
  };
  async function run(args: string[], sinal = new AbortController().signal): Promise<ToolRun> {
    const linhas: string[] = [];
    const deps = {
      db,
      config: { dataDir, fipe: { provedores: [], token: null, agendada: false } },
      served: false,
      autor: { id: 'operador', endereco: null, pedido: null },
      say: (linha: string) => linhas.push(linha),
      openProgresso: () => ({ show: () => undefined, end: () => undefined }),
      sinal,
    };
    try {
      return { codigo: await importCatalogo(deps, args), linhas };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const frases = Object.values(error.extras.campos ?? {}).join('\n') || error.message;
      return { codigo: 1, linhas: [...linhas, ...frases.split('\n')] };
    }
  }
  return {
    db,
    dataDir,
    write,
    run,
    importText: (conteudo, ...args) => run([write('tabela', conteudo), ...args]),
    async listCatalogo() {
      const emUso = db.selectFrom('catalogo_edicoes').select('id').where('situacao', '=', 'ativa');
      const marcas = await db
        .selectFrom('fipe_marcas')
        .select(['tipo', 'codigo', 'nome'])
        .where('edicao', '=', emUso)
        .orderBy('posicao')
        .execute();
      const modelos = await db
        .selectFrom('fipe_modelos')
        .select(['tipo', 'marca', 'codigo', 'nome'])
        .where('edicao', '=', emUso)
        .orderBy('posicao')
        .orderBy('tipo')
        .orderBy('marca')
        .execute();
      const anos = await db
        .selectFrom('fipe_anos')
        .select(['tipo', 'marca', 'modelo', 'codigo', 'nome'])
        .where('edicao', '=', emUso)
        .orderBy('posicao')
        .orderBy('tipo')
        .orderBy('marca')
        .orderBy('modelo')
        .execute();
      return [...marcas, ...modelos, ...anos].map((linha) => Object.values(linha).join(' '));
    },
    editions: () =>
      db.selectFrom('catalogo_edicoes').select(['situacao', 'referencia']).orderBy('id').execute(),
    async close() {
      await banco.close();
    },
  };
}
