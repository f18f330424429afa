/** Rows on the way to the database: one step's rows, each code once. */
import type { Transacao } from '../../platform/db/banco.ts';
import type { LevelTable } from '../edicoesRepo.ts';
import { FaultList } from './falhas.ts';
import type { CatalogoRow } from './formas.ts';
import { addNovas, type LevelRow } from './importacaoRepo.ts';

/** Rows in one transaction, and records read for them: repeated ones take time too. */
const MAXIMO_LINHAS = 1_000;
const MAXIMO_REGISTROS = 5_000;

const PALAVRAS: Record<LevelTable, string> = {
  fipe_marcas: 'a marca',
  fipe_modelos: 'o modelo',
  fipe_anos: 'o ano',
};

interface LotRow {
  dados: LevelRow;
  /** In the file. */
  onde: string;
  /** A row of the file ends here, so that a second one is a repetition. */
  folha: boolean;
}

/** Repetitions, in all the steps so far. */
export class RepeatedCount {
  iguais = 0;
  readonly outrosNomes = new FaultList();

  differ(nivel: LevelTable, onde: string, { codigo, nome }: LevelRow, fica: string): void {
    const frase = `${PALAVRAS[nivel]} ${codigo} já se chama '${fica}'; '${nome}' ficou de fora.`;
    this.outrosNomes.add(`${onde}: ${frase}`);
  }
}

export class ImportBatch {
  readonly #niveis: Record<LevelTable, Map<string, LotRow>> = {
    fipe_marcas: new Map(),
    fipe_modelos: new Map(),
    fipe_anos: new Map(),
  };
  #registros = 0;
  readonly #repetidos: RepeatedCount;

  constructor(repetidos: RepeatedCount) {
    this.#repetidos = repetidos;
  }

  get vazio(): boolean {
    return this.#registros === 0;
  }

  get cheio(): boolean {
    const linhas = Object.values(this.#niveis).reduce((total, { size }) => total + size, 0);
    return linhas >= MAXIMO_LINHAS || this.#registros >= MAXIMO_REGISTROS;
  }

  #put(nivel: LevelTable, onde: string, dados: LevelRow, folha: boolean): void {
    const chave = `${dados.tipo} ${dados.marca ?? ''} ${dados.modelo ?? ''} ${dados.codigo}`;
    const antes = this.#niveis[nivel].get(chave);
    if (!antes) {
      this.#niveis[nivel].set(chave, { dados, onde, folha });
    } else if (antes.dados.nome !== dados.nome) {
      this.#repetidos.differ(nivel, onde, dados, antes.dados.nome);
    } else if (folha) this.#repetidos.iguais += 1;
  }

  /** `posicao`: the record's number in the file, and its place in the lists. */
  add({ tipo, marca, modelo, ano }: CatalogoRow, onde: string, posicao: number): void {
    this.#registros += 1;
    this.#put('fipe_marcas', onde, { tipo, ...marca, posicao }, !modelo);
    if (!modelo) return;
    const daMarca = { tipo, marca: marca.codigo };
    this.#put('fipe_modelos', onde, { ...daMarca, ...modelo, posicao }, !ano);
    if (!ano) return;
    this.#put('fipe_anos', onde, { ...daMarca, modelo: modelo.codigo, ...ano, posicao }, true);
  }

  /** Writes the step, and counts the rows that earlier steps had already. */
  async write(trx: Transacao, edicao: number): Promise<() => void> {
    const tarefas: (() => void)[] = [];
    for (const nivel of Object.keys(this.#niveis) as LevelTable[]) {
      const linhas = new Map([...this.#niveis[nivel].values()].map((l) => [l.dados, l]));
      const antigas = await addNovas(trx, edicao, nivel, [...linhas.keys()]);
      for (const [dados, fica] of antigas) {
        const { onde = '', folha = false } = linhas.get(dados) ?? {};
        if (fica !== dados.nome) {
          tarefas.push(() => this.#repetidos.differ(nivel, onde, dados, fica));
        } else if (folha) {
          tarefas.push(() => {
            this.#repetidos.iguais += 1;
          });
        }
      }
    }
    return () => {
      for (const tarefa of tarefas) tarefa();
    };
  }
}
