/** Rows on their way into the database: a step's worth, each code once. */
import type { Transacao } from '../../platform/db/banco.ts';
import type { Nivel } from '../edicoesRepo.ts';
import { Lista } from './falhas.ts';
import { addNovas, type LinhaNivel } from './importacaoRepo.ts';
import type { Registro } from './registro.ts';

/** Rows in one transaction, and records read for them: what is repeated costs time too. */
const MAXIMO_LINHAS = 1_000;
const MAXIMO_REGISTROS = 5_000;

const PALAVRAS: Record<Nivel, string> = {
  fipe_marcas: 'a marca',
  fipe_modelos: 'o modelo',
  fipe_anos: 'o ano',
};

interface Linha {
  dados: LinhaNivel;
  /** Of the file. */
  linha: number;
  /** The last thing that a row of the file says, so that meeting it again is a repetition. */
  folha: boolean;
}

/** What was read twice, in all the steps so far. */
export class Repetidos {
  iguais = 0;
  readonly outrosNomes = new Lista();

  differ(nivel: Nivel, linha: number, { codigo, nome }: LinhaNivel, fica: string): void {
    const frase = `${PALAVRAS[nivel]} ${codigo} já se chama '${fica}'; '${nome}' ficou de fora.`;
    this.outrosNomes.addAt(linha, undefined, frase);
  }
}

/** A step: filled from records, written in one transaction. */
export class Lote {
  readonly #niveis: Record<Nivel, Map<string, Linha>> = {
    fipe_marcas: new Map(),
    fipe_modelos: new Map(),
    fipe_anos: new Map(),
  };
  #registros = 0;
  readonly #repetidos: Repetidos;

  constructor(repetidos: Repetidos) {
    this.#repetidos = repetidos;
  }

  get vazio(): boolean {
    return this.#registros === 0;
  }

  get cheio(): boolean {
    const linhas = Object.values(this.#niveis).reduce((total, { size }) => total + size, 0);
    return linhas >= MAXIMO_LINHAS || this.#registros >= MAXIMO_REGISTROS;
  }

  #put(nivel: Nivel, linha: number, dados: LinhaNivel, folha: boolean): void {
    const chave = `${dados.tipo} ${dados.marca ?? ''} ${dados.modelo ?? ''} ${dados.codigo}`;
    const antes = this.#niveis[nivel].get(chave);
    if (!antes) {
      this.#niveis[nivel].set(chave, { dados, linha, folha });
    } else if (antes.dados.nome !== dados.nome) {
      this.#repetidos.differ(nivel, linha, dados, antes.dados.nome);
    } else if (folha) this.#repetidos.iguais += 1;
  }

  /** `posicao`: the record's number in the file, which is its place in the lists too. */
  add({ tipo, marca, modelo, ano }: Registro, linha: number, posicao: number): void {
    this.#registros += 1;
    this.#put('fipe_marcas', linha, { tipo, ...marca, posicao }, !modelo);
    if (!modelo) return;
    const daMarca = { tipo, marca: marca.codigo };
    this.#put('fipe_modelos', linha, { ...daMarca, ...modelo, posicao }, !ano);
    if (!ano) return;
    this.#put('fipe_anos', linha, { ...daMarca, modelo: modelo.codigo, ...ano, posicao }, true);
  }

  /** Writes the step, and tells what earlier steps had already. */
  async write(trx: Transacao, edicao: number): Promise<() => void> {
    const tarefas: (() => void)[] = [];
    for (const nivel of Object.keys(this.#niveis) as Nivel[]) {
      const linhas = new Map([...this.#niveis[nivel].values()].map((l) => [l.dados, l]));
      const antigas = await addNovas(trx, edicao, nivel, [...linhas.keys()]);
      for (const [dados, fica] of antigas) {
        const { linha = 0, folha = false } = linhas.get(dados) ?? {};
        if (fica !== dados.nome) {
          tarefas.push(() => this.#repetidos.differ(nivel, linha, dados, fica));
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
