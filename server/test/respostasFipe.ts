/** A small invented table, and how each of the three providers answers with it. */
import { formatAno } from '@unipark/contract/fipe';

interface CodigoNomeTest {
  codigo: string;
  nome: string;
}

export interface TabelaFipe {
  listMarcas(tipo: string): CodigoNomeTest[];
  listModelos(tipo: string, marca: string): CodigoNomeTest[];
  listAnos(tipo: string, marca: string, modelo: string): CodigoNomeTest[];
}

/** What the answers are made of: the table, and its month in their spelling. */
interface FipeTestTable {
  mes: string;
  tabela: TabelaFipe;
}

export interface FipeTestOptions {
  /** Makes of each type, models of each make, years of each model. */
  marcas?: number;
  modelos?: number;
  anos?: number;
}

const TIPOS: Record<string, string> = {
  ...{ cars: '1', motorcycles: '2', trucks: '3' },
  ...{ carros: '1', motos: '2', caminhoes: '3' },
};

/** A table of this size, the same each time: make 7 of any type has the models 7001, 7002, … */
export function buildTabela({
  marcas = 3,
  modelos = 4,
  anos = 2,
}: FipeTestOptions = {}): TabelaFipe {
  const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
  const within = (codigo: string, base: number, n: number): boolean =>
    Number(codigo) > base && Number(codigo) <= base + n;
  const hasMarca = (tipo: string, marca: string): boolean =>
    /^[123]$/.test(tipo) && within(marca, 0, marcas);
  return {
    listMarcas: (tipo) =>
      /^[123]$/.test(tipo)
        ? range(marcas).map((i) => ({ codigo: String(i), nome: `Marca ${tipo}.${i}` }))
        : [],
    listModelos: (tipo, marca) =>
      hasMarca(tipo, marca)
        ? range(modelos).map((i) => {
            const codigo = String(Number(marca) * 1_000 + i);
            return { codigo, nome: `Modelo ${codigo} 1.${i % 10} Flex` };
          })
        : [],
    listAnos: (tipo, marca, modelo) =>
      hasMarca(tipo, marca) && within(modelo, Number(marca) * 1_000, modelos)
        ? range(anos).map((i) => {
            const codigo = i === 1 ? '32000-5' : `${2027 - i}-5`;
            return { codigo, nome: formatAno(codigo) };
          })
        : [],
  };
}

type FipeTestAnswer = { status?: number; corpo: unknown };

/** The official service: form input, its errors as 200, models in an object. */
export function oficial(
  caminho: string,
  campos: URLSearchParams,
  deles: FipeTestTable,
): FipeTestAnswer {
  const { tabela } = deles;
  const getCampo = (nome: string): string => campos.get(nome) ?? '';
  const [tipo, marca] = [getCampo('codigoTipoVeiculo'), getCampo('codigoMarca')];
  const toOptions = (pares: CodigoNomeTest[], toValue: (codigo: string) => unknown = String) =>
    pares.map(({ codigo, nome }) => ({ Label: nome, Value: toValue(codigo) }));
  if (caminho === 'ConsultarTabelaDeReferencia') {
    const mes = `${deles.mes.replace(' de ', '/')} `;
    return {
      corpo: [
        { Codigo: 308, Mes: 'abril/2024 ' },
        { Codigo: 339, Mes: mes },
      ],
    };
  }
  if (getCampo('codigoTabelaReferencia') !== '339') {
    return { corpo: { codigo: '2', erro: 'Parâmetros inválidos' } };
  }
  if (caminho === 'ConsultarMarcas') return { corpo: toOptions(tabela.listMarcas(tipo)) };
  const listModelos = tabela.listModelos(tipo, marca);
  const listAnos = tabela.listAnos(tipo, marca, getCampo('codigoModelo'));
  const nada = { corpo: { codigo: '0', erro: 'nadaencontrado' } };
  if (caminho === 'ConsultarModelos') {
    if (listModelos.length === 0) return nada;
    return { corpo: { Modelos: toOptions(listModelos, Number), Anos: toOptions([]) } };
  }
  return listAnos.length === 0 ? nada : { corpo: toOptions(listAnos) };
}

/** Parallelum, version 2: unknown codes are 404. */
export function parallelum(caminho: string, deles: FipeTestTable): FipeTestAnswer {
  if (caminho === 'references') {
    return {
      corpo: [
        { code: '339', month: deles.mes },
        { code: '308', month: 'abril de 2024' },
      ],
    };
  }
  const [nome = '', , marca, , modelo] = caminho.split('/');
  const pares = itemsOf(deles.tabela, TIPOS[nome] ?? '', marca, modelo);
  if (pares.length === 0) return { status: 404, corpo: { error: 'not found' } };
  return { corpo: pares.map(({ codigo, nome: name }) => ({ code: codigo, name })) };
}

/** BrasilAPI: makes and years as nome and valor, models as modelo and valor. */
export function brasilapi(caminho: string, deles: FipeTestTable): FipeTestAnswer {
  const [assunto, , nome = '', marca, modelo] = caminho.split('/');
  if (assunto === 'tabelas') {
    return { corpo: [{ codigo: 339, mes: `${deles.mes.replace(' de ', '/')} ` }] };
  }
  const pares = itemsOf(deles.tabela, TIPOS[nome] ?? '', marca, modelo);
  if (pares.length === 0 && assunto === 'anos') {
    return { status: 404, corpo: { message: 'Modelo não encontrado', name: 'NotFoundError' } };
  }
  return {
    corpo: pares.map((par) =>
      assunto === 'veiculos'
        ? { modelo: par.nome, valor: Number(par.codigo) }
        : { nome: par.nome, valor: par.codigo },
    ),
  };
}

function itemsOf(
  tabela: TabelaFipe,
  tipo: string,
  marca?: string,
  modelo?: string,
): CodigoNomeTest[] {
  if (marca === undefined) return tabela.listMarcas(tipo);
  return modelo === undefined
    ? tabela.listModelos(tipo, marca)
    : tabela.listAnos(tipo, marca, modelo);
}
