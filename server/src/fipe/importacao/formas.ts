/**
 * The shapes in which a catalogue comes as JSON: makes with their models and years, named
 * codigo/nome (ours, parallelum v1), code/name (parallelum v2) or Value/Label (the official
 * service, as github.com/andreHashimoto/fipe-hist keeps it), and price records, one a model year.
 */
import { type Campo, chaveDeNome, describeMissing, findCampos, namesOf } from './campos.ts';
import { type Lista, ValorErrado } from './falhas.ts';
import { type Elemento, type No, pathOf } from './nos.ts';
import {
  type Contexto,
  type Lido,
  makeMarca,
  makeReferencia,
  makeRegistro,
  makeTipo,
} from './registro.ts';
import { findTipo, readAno, readCodigo, readNome } from './valores.ts';

const CODIGO = ['codigo', 'code', 'value', 'valor', 'id'];
const NOME = ['nome', 'name', 'label'];
const MODELOS = ['modelos', 'models'];
const ANOS = ['anos', 'years'];

type Caminho = readonly (string | number)[];

/** The field of an object by any of its names, and the name it has. */
function findCampo(no: No, nomes: readonly string[]): [chave: string, no: No] | undefined {
  const entradas = [...(no.campos ?? [])];
  for (const nome of nomes) {
    const achada = entradas.find(([chave]) => chaveDeNome(chave) === nome);
    if (achada) return achada;
  }
  return undefined;
}

/** A list by its name; an answer kept as it came has the list once more inside. */
function findItens(no: No, nomes: readonly string[]): { caminho: Caminho; itens: No[] } {
  const [chave, dentro] = findCampo(no, nomes) ?? [];
  if (chave === undefined || !dentro) return { caminho: [], itens: [] };
  if (dentro.itens) return { caminho: [chave], itens: dentro.itens };
  const { caminho, itens } = findItens(dentro, nomes);
  return { caminho: [chave, ...caminho], itens };
}

/** Reads one thing, and puts what is wrong with it in its place; undefined then. */
type Tentar = <T>(no: No, caminho: Caminho, ler: () => T) => T | undefined;

const tentarCom =
  (falhas: Lista): Tentar =>
  (no, caminho, ler) => {
    try {
      return ler();
    } catch (error) {
      if (!(error instanceof ValorErrado)) throw error;
      const campos = new Map<string, readonly string[]>([
        ['codigo', CODIGO],
        ['nome', NOME],
      ]);
      const daColuna = findCampos([...(no.campos?.keys() ?? [])]).get(error.campo as Campo);
      const chave =
        findCampo(no, campos.get(error.campo) ?? [])?.[0] ??
        [...(no.campos?.keys() ?? [])][daColuna ?? -1] ??
        error.campo;
      const linha = no.campos?.get(chave)?.linha ?? no.linha;
      falhas.addAt(
        linha,
        pathOf([...caminho, chave].filter((parte) => parte !== '')),
        error.message,
      );
      return undefined;
    }
  };

const textoDe = (no: No, nomes: readonly string[]): string | undefined =>
  findCampo(no, nomes)?.[1].texto;

/** A year is its code, or an object with code and name. */
function yearOf(no: No): { codigo: string; nome: string } {
  if (no.texto !== undefined) {
    return /-/.test(no.texto) ? readAno({ codigo: no.texto }) : readAno({ nome: no.texto });
  }
  return readAno({ codigo: textoDe(no, CODIGO), nome: textoDe(no, NOME) });
}

/** The field that a fault of a year is told under: `anos[2]`, or `anos[2].codigo`. */
const asPar =
  <T>(ler: () => T, simples: boolean) =>
  (): T => {
    try {
      return ler();
    } catch (error) {
      if (!(error instanceof ValorErrado)) throw error;
      throw new ValorErrado(
        simples ? '' : error.campo.endsWith('codigo') ? 'codigo' : 'nome',
        error.message,
      );
    }
  };

function* fromMarca(
  { no, caminho }: Elemento,
  tipo: string,
  contexto: Contexto,
  tentar: Tentar,
): Generator<Lido> {
  const dados = { codigo: textoDe(no, CODIGO), nome: textoDe(no, NOME) };
  const marca = tentar(
    no,
    caminho,
    asPar(() => makeMarca(tipo, dados, contexto), false),
  );
  if (!marca) return;
  const modelos = findItens(no, MODELOS);
  if (modelos.itens.length === 0) yield { linha: no.linha, registro: { tipo, marca } };
  for (const [i, doModelo] of modelos.itens.entries()) {
    const aqui = [...caminho, ...modelos.caminho, i];
    const modelo = tentar(doModelo, aqui, () => ({
      codigo: readCodigo('codigo', textoDe(doModelo, CODIGO)),
      nome: readNome('nome', textoDe(doModelo, NOME)),
    }));
    if (!modelo) continue;
    const anos = findItens(doModelo, ANOS);
    if (anos.itens.length === 0) yield { linha: doModelo.linha, registro: { tipo, marca, modelo } };
    for (const [vez, doAno] of anos.itens.entries()) {
      const simples = doAno.texto !== undefined;
      const ano = tentar(
        doAno,
        [...aqui, ...anos.caminho, vez],
        asPar(() => yearOf(doAno), simples),
      );
      if (ano) yield { linha: doAno.linha, registro: { tipo, marca, modelo, ano } };
    }
  }
}

/** The type by the object itself, the key it stands under, or what stands around it. */
function typeOf({ no, caminho, arredores }: Elemento): string | undefined {
  const escrito = textoDe(no, ['tipo', 'type', 'tipoveiculo', 'vehicletype']);
  if (escrito !== undefined) return escrito;
  const chave = caminho.findLast((parte) => typeof parte === 'string' && findTipo(parte));
  if (chave !== undefined) return String(chave);
  for (const campos of arredores.toReversed()) {
    const doLado = textoDe({ linha: 0, campos }, ['tipo', 'type', 'tipoveiculo', 'vehicletype']);
    if (doLado !== undefined) return doLado;
  }
  return undefined;
}

/** Rows of one thing of the file; what is wrong with it goes to `falhas`. */
export function* registrosDe(
  elemento: Elemento,
  contexto: Contexto,
  falhas: Lista,
): Generator<Lido> {
  const { no, recipiente, caminho } = elemento;
  const tentar = tentarCom(falhas);
  const nomes = [...(no.campos?.keys() ?? [])];
  const achados = findCampos(nomes);
  const ler = (campo: Campo) => no.campos?.get(nomes[achados.get(campo) ?? -1] ?? '')?.texto;
  if (recipiente) {
    const referencia = tentar(no, caminho, () => makeReferencia(ler, contexto));
    if (referencia) yield { linha: no.linha, referencia };
    return;
  }
  const temMarca = achados.has('marca') && achados.has('modelo');
  const tipo = typeOf(elemento);
  if (temMarca) {
    const falta = describeMissing(
      achados,
      nomes,
      tipo !== undefined || contexto.tipo !== undefined,
    );
    if (falta) return falhas.addAt(no.linha, pathOf(caminho), falta);
    const comTipo = (campo: Campo) => (campo === 'tipo' ? tipo : ler(campo));
    const lido = tentar(no, caminho, () => makeRegistro(comTipo, contexto));
    if (lido) yield { linha: no.linha, ...lido };
    return;
  }
  if (findCampo(no, NOME) || findCampo(no, MODELOS)) {
    const certo = tentar(no, caminho, () => makeTipo(tipo, contexto));
    if (certo) yield* fromMarca(elemento, certo, contexto, tentar);
    return;
  }
  const achadas = nomes.length > 0 ? ` Encontrados: ${namesOf(nomes)}.` : '';
  falhas.addAt(no.linha, pathOf(caminho), `não é uma marca nem um registro de preço.${achadas}`);
}
