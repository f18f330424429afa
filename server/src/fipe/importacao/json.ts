/** A catalogue in JSON, one value or one record a line: parsed whole, errors by line. */
import { breathe } from '../../platform/db/slices.ts';
import { CAMPOS, describeMissing, findCampos, namesOf, normalizeNome } from './campos.ts';
import { type FaultList, LISTADAS, refusedArquivo, WrongValue } from './falhas.ts';
import {
  createLinha,
  createMarca,
  findChave,
  type ImportContext,
  isObjeto,
  pathInFile,
  type ReadPlace,
  readReferencia,
} from './formas.ts';
import { type Caminho, findFault, findLines, MAXIMO_FUNDO, pathOf } from './lugares.ts';
import { MAXIMO_JSON } from './texto.ts';
import { findTipo } from './valores.ts';

/** Keys of containers: their content is read one by one. */
const RECIPIENTES = new Set(
  `tipos types 1 2 3 carro carros cars moto motos motorcycles caminhao caminhoes trucks marcas brands
  makes data dados veiculos vehicles results resultados registros items fipe tabela`.split(/\s+/),
);
const TIPO = ['tipo', 'type', 'tipoveiculo', 'vehicletype'];

/** A make, a price record, or an unknown value; or a container with its plain values. */
interface JsonElement {
  dado: unknown;
  caminho: Caminho;
  /** The type in the object itself, in its key, or in an outer object. */
  tipo: unknown;
  recipiente?: true;
}

function* elementsOf(dado: unknown, caminho: Caminho, acima: unknown): Generator<JsonElement> {
  if (caminho.length > MAXIMO_FUNDO) throw new WrongValue('', 'está aninhado demais.');
  if (Array.isArray(dado)) {
    for (const [i, item] of dado.entries()) yield* elementsOf(item, [...caminho, i], acima);
    return;
  }
  if (!isObjeto(dado)) return yield { dado, caminho, tipo: acima };
  const nomes = Object.keys(dado);
  const tipo = dado[nomes.find((nome) => TIPO.includes(normalizeNome(nome))) ?? ''] ?? acima;
  const dentro = nomes.filter(
    (nome) => RECIPIENTES.has(normalizeNome(nome)) && typeof dado[nome] === 'object',
  );
  if (dentro.length === 0) {
    if (nomes.length > 0) yield { dado, caminho, tipo };
    return;
  }
  yield { dado, caminho, tipo, recipiente: true };
  for (const nome of dentro) {
    yield* elementsOf(dado[nome], [...caminho, nome], findTipo(nome) ? nome : tipo);
  }
}

/** Reported with a line after the file was read: the place is searched only then. */
interface PlaceFault {
  caminho: Caminho;
  frase: string;
}

/** The rows of one element; errors go to `fault`. */
function createReader(contexto: ImportContext, fault: (fault: PlaceFault) => void) {
  const Linha = createLinha(contexto);
  const Marca = createMarca(contexto);
  return function* (elemento: JsonElement): Generator<ReadPlace> {
    const { dado, caminho, tipo, recipiente } = elemento;
    const nomes = isObjeto(dado) ? Object.keys(dado) : [];
    const achados = findCampos(nomes);
    const keyOf = (campo: PropertyKey) => nomes[achados.get(campo as never) ?? -1];
    const onde = pathOf(caminho) || 'O arquivo';
    const campos = Object.fromEntries(
      CAMPOS.map((campo) => [campo, isObjeto(dado) ? dado[keyOf(campo) ?? ''] : undefined]),
    );
    if (recipiente) {
      const mes = typeof campos.mes === 'string' ? campos.mes : undefined;
      try {
        yield { onde, referencia: readReferencia({ mes }, contexto) };
      } catch (error) {
        if (!(error instanceof WrongValue)) throw error;
        fault({ caminho: [...caminho, keyOf('mes') ?? 'mes'], frase: error.message });
      }
      return;
    }
    if (achados.has('marca') && achados.has('modelo')) {
      const temTipo = (tipo ?? contexto.tipo) !== undefined;
      const falta = describeMissing(achados, nomes, temTipo);
      if (falta) return fault({ caminho, frase: falta });
      const { success, data, error } = Linha.safeParse({ ...campos, tipo });
      if (success) yield { onde, ...data };
      for (const { path, message } of error?.issues ?? []) {
        const [campo = ''] = path;
        fault({ caminho: [...caminho, keyOf(campo) ?? String(campo)], frase: message });
      }
      return;
    }
    if (findChave(dado, 'nome') ?? findChave(dado, 'modelos')) {
      const { success, data, error } = Marca.safeParse({ tipo, marca: dado });
      for (const { path, message } of error?.issues ?? []) {
        fault({ caminho: [...caminho, ...pathInFile(dado, path)], frase: message });
      }
      if (!success) return;
      const { nome, modelos } = data;
      const marca = { codigo: data.codigo ?? contexto.codeForMarca(data.tipo, nome), nome };
      const daMarca = { tipo: data.tipo, marca };
      if (modelos.length === 0) yield { onde, registro: daMarca };
      for (const { anos, ...modelo } of modelos) {
        if (anos.length === 0) yield { onde, registro: { ...daMarca, modelo } };
        for (const ano of anos) yield { onde, registro: { ...daMarca, modelo, ano } };
      }
      return;
    }
    const achadas = nomes.length > 0 ? ` Encontrados: ${namesOf(nomes)}.` : '';
    fault({ caminho, frase: `não é uma marca nem um registro de preço.${achadas}` });
  };
}

const parse = (texto: string): { dado: unknown } | undefined => {
  try {
    return { dado: JSON.parse(texto) };
  } catch {
    return undefined;
  }
};

/** The file as one value, or one value a line; each with the number of lines before it. */
function documentsOf(texto: string): { texto: string; antes: number; dado?: unknown }[] {
  const inteiro = parse(texto);
  if (inteiro) return [{ texto, antes: 0, ...inteiro }];
  const linhas = texto.split('\n');
  const primeira = linhas.find((linha) => linha.trim() !== '');
  if (!isObjeto(parse(primeira ?? '')?.dado)) return [{ texto, antes: 0 }];
  return linhas.flatMap((linha, antes) =>
    linha.trim() === '' ? [] : [{ texto: linha, antes, ...parse(linha) }],
  );
}

/** The rows of a file; errors go to `falhas`, and reading continues. */
export async function* readJson(
  textos: AsyncGenerator<string>,
  contexto: ImportContext,
  falhas: FaultList,
): AsyncGenerator<ReadPlace> {
  let inteiro = '';
  for await (const texto of textos) {
    inteiro += texto;
    if (inteiro.length > MAXIMO_JSON)
      throw refusedArquivo('O JSON tem mais de 32 MB: importe um CSV.');
  }
  for (const documento of documentsOf(inteiro)) {
    const { texto, antes } = documento;
    if (!('dado' in documento)) {
      const { linha, caminho, frase } = await findFault(texto);
      falhas.addAt(antes + linha, pathOf(caminho) || undefined, frase);
      continue;
    }
    const faults: PlaceFault[] = [];
    const read = createReader(contexto, (fault) => faults.push(fault));
    try {
      for (const elemento of elementsOf(documento.dado, [], undefined)) {
        yield* read(elemento);
        await breathe();
      }
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      faults.push({ caminho: [], frase: error.message });
    }
    const linhas = await findLines(
      texto,
      faults.slice(0, LISTADAS).map(({ caminho }) => caminho),
    );
    for (const [i, { caminho, frase }] of faults.entries()) {
      falhas.addAt(antes + (linhas[i] ?? 1), pathOf(caminho) || undefined, frase);
    }
  }
}
