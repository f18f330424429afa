/** Single values: what a cell of the table may contain, and the sentence for an invalid one. */
import { CODIGO_FIPE, formatAno } from '@unipark/contract/fipe';
import { countCharacters, foldText, refuseInvisibles, tidyText } from '@unipark/contract/texto';
import * as z from 'zod/mini';
import { findMes } from '../meses.ts';
import { WrongValue } from './falhas.ts';

const MAXIMO_NOME = 100;
const MAXIMO_ANO = 40;
const MOSTRADO = 40;

const visivel = z.string().check(refuseInvisibles(''));

const quote = (valor: string): string => {
  const letras = [...valor];
  return `'${letras.length > MOSTRADO ? `${letras.slice(0, MOSTRADO).join('')}…` : valor}'`;
};

/** A name: one line, NFC, single spaces. @throws {WrongValue} */
export function readNome(valor: string | undefined, campo = '', maximo = MAXIMO_NOME): string {
  const nome = tidyText((valor ?? '').replace(/ +/g, ' '));
  if (nome === '') throw new WrongValue(campo, 'está em branco.');
  if (!visivel.safeParse(nome).success) {
    throw new WrongValue(campo, `${quote(nome)} tem caracteres de controle ou invisíveis.`);
  }
  const letras = countCharacters(nome);
  if (letras > maximo) {
    throw new WrongValue(campo, `tem ${letras} caracteres; use no máximo ${maximo}.`);
  }
  return nome;
}

/** A code that is valid in a path. @throws {WrongValue} */
export function readCodigo(valor: string | undefined): string {
  const codigo = (valor ?? '').trim();
  if (codigo === '') throw new WrongValue('', 'está em branco.');
  if (!CODIGO_FIPE.test(codigo)) {
    throw new WrongValue('', `${quote(codigo)} não é um código (1 a 16 letras, números ou -).`);
  }
  return codigo;
}

const TIPOS: Record<string, string[]> = {
  '1': ['1', 'carro', 'carros', 'car', 'cars', 'automovel', 'automoveis'],
  '2': ['2', 'moto', 'motos', 'motocicleta', 'motocicletas', 'motorcycle', 'motorcycles'],
  '3': ['3', 'caminhao', 'caminhoes', 'truck', 'trucks'],
};

/** '1', 'carros', 'CAR' → '1'; undefined for an unknown type. */
export function findTipo(valor: string): string | undefined {
  const palavra = foldText(valor.trim());
  return Object.keys(TIPOS).find((tipo) => TIPOS[tipo]?.includes(palavra));
}

/** @throws {WrongValue} */
export function readTipo(valor: string): string {
  const tipo = findTipo(valor);
  if (tipo) return tipo;
  throw new WrongValue(
    '',
    `${quote(valor)} não é um tipo. Use 1 (carros), 2 (motos) ou 3 (caminhões).`,
  );
}

/** @throws {WrongValue} */
export function readMes(valor: string, campo = ''): string {
  const mes = findMes(valor);
  if (mes) return mes;
  throw new WrongValue(
    campo,
    `${quote(valor)} não é um mês. Com --referencia 2026-11, a coluna não é lida.`,
  );
}

const COMBUSTIVEIS = new Map([
  ['gasolina', '1'],
  ['alcool', '2'],
  ['etanol', '2'],
  ['diesel', '3'],
  ['eletrico', '4'],
  ['flex', '5'],
  ['hibrido', '6'],
]);

const isAno = (texto: string): boolean => /^(19|20)\d\d$/.test(texto) || texto === '32000';

/** '2018-1'. @throws {WrongValue} */
function readCodigoAno(campo: string, valor: string): string {
  const [ano = '', combustivel, ...resto] = valor.split('-');
  const certo = combustivel === undefined || /^[0-9a-z]{1,8}$/i.test(combustivel);
  if (isAno(ano) && certo && resto.length === 0) return valor;
  throw new WrongValue(campo, `${quote(valor)} não é um ano-modelo, como 2018-1 ou 32000-1.`);
}

export interface YearParts {
  codigo?: string | undefined;
  nome?: string | undefined;
  combustivel?: string | undefined;
  combustivel_codigo?: string | undefined;
}

/** The code of a year and its fuel, from a table that has them in two columns. */
function codeOf(campo: string, nome: string, partes: YearParts): string {
  const [, escrito = '', resto = ''] = /^(zero ?km|\S+)(?:\s+(.*))?$/i.exec(nome) ?? [];
  const ano = /^zero ?km$/i.test(escrito) ? '32000' : escrito;
  if (!isAno(ano)) {
    throw new WrongValue(campo, `${quote(nome)} não é um ano-modelo, como 2018 ou 2018 Gasolina.`);
  }
  const numero = partes.combustivel_codigo?.trim();
  if (numero && /^\d{1,2}$/.test(numero)) return `${ano}-${numero}`;
  const palavra = foldText(resto || partes.combustivel || '').replace(/[^a-z0-9]/g, '');
  const combustivel = COMBUSTIVEIS.get(palavra) ?? palavra.slice(0, 8);
  return combustivel ? `${ano}-${combustivel}` : ano;
}

/** Code and label of a model year, from any form in the table. @throws {WrongValue} */
export function readAno(partes: YearParts): { codigo: string; nome: string } {
  const escrito = partes.nome?.trim() ?? '';
  const dado = partes.codigo?.trim() ?? '';
  const codigo = dado ? readCodigoAno('ano_codigo', dado) : codeOf('ano', escrito, partes);
  if (escrito !== '' && !/^(\d+|zero ?km)$/i.test(escrito) && escrito !== dado) {
    return { codigo, nome: readNome(escrito.replace(/^32000\b/, 'Zero km'), 'ano', MAXIMO_ANO) };
  }
  const [rotulo, semCombustivel] = [formatAno(codigo), formatAno(codigo.split('-')[0] ?? '')];
  // A fuel without a known code keeps the table's own name.
  const nome = rotulo === semCombustivel ? `${rotulo} ${partes.combustivel ?? ''}` : rotulo;
  return { codigo, nome: readNome(nome, 'ano', MAXIMO_ANO) };
}
