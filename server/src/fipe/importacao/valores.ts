/** One value at a time: what a cell of the table may say, and what is said of one that may not. */
import { CODIGO_FIPE, rotuloAno } from '@unipark/contract/fipe';
import { comprimento, dobrar, semInvisiveis } from '@unipark/contract/texto';
import * as z from 'zod/mini';
import { findMes } from '../meses.ts';
import { ValorErrado } from './falhas.ts';

const MAXIMO_NOME = 100;
const MAXIMO_ANO = 40;
const MOSTRADO = 40;

const visivel = z.string().check(semInvisiveis(''));

/** A value as a sentence repeats it: short. */
const quote = (valor: string): string => {
  const letras = [...valor];
  return `'${letras.length > MOSTRADO ? `${letras.slice(0, MOSTRADO).join('')}…` : valor}'`;
};

/** A name: one line, NFC, single spaces. @throws {ValorErrado} */
export function readNome(campo: string, valor: string | undefined, maximo = MAXIMO_NOME): string {
  const nome = (valor ?? '').normalize('NFC').replace(/ +/g, ' ').trim();
  if (nome === '') throw new ValorErrado(campo, 'está em branco.');
  if (!visivel.safeParse(nome).success) {
    throw new ValorErrado(campo, `${quote(nome)} tem caracteres de controle ou invisíveis.`);
  }
  const letras = comprimento(nome);
  if (letras > maximo) {
    throw new ValorErrado(campo, `tem ${letras} caracteres; use no máximo ${maximo}.`);
  }
  return nome;
}

/** A code: what may stand in a path. @throws {ValorErrado} */
export function readCodigo(campo: string, valor: string | undefined): string {
  const codigo = (valor ?? '').trim();
  if (codigo === '') throw new ValorErrado(campo, 'está em branco.');
  if (!CODIGO_FIPE.test(codigo)) {
    throw new ValorErrado(campo, `${quote(codigo)} não é um código (1 a 16 letras, números ou -).`);
  }
  return codigo;
}

const TIPOS: Record<string, string[]> = {
  '1': ['1', 'carro', 'carros', 'car', 'cars', 'automovel', 'automoveis'],
  '2': ['2', 'moto', 'motos', 'motocicleta', 'motocicletas', 'motorcycle', 'motorcycles'],
  '3': ['3', 'caminhao', 'caminhoes', 'truck', 'trucks'],
};

/** '1', 'carros', 'CAR' → '1'; undefined for what names no type. */
export function findTipo(valor: string): string | undefined {
  const palavra = dobrar(valor.trim());
  return Object.keys(TIPOS).find((tipo) => TIPOS[tipo]?.includes(palavra));
}

/** @throws {ValorErrado} */
export function readTipo(campo: string, valor: string): string {
  const tipo = findTipo(valor);
  if (tipo) return tipo;
  throw new ValorErrado(
    campo,
    `${quote(valor)} não é um tipo. Use 1 (carros), 2 (motos) ou 3 (caminhões).`,
  );
}

/** @throws {ValorErrado} */
export function readMes(campo: string, valor: string): string {
  const mes = findMes(valor);
  if (mes) return mes;
  throw new ValorErrado(
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

/** '2018-1'. @throws {ValorErrado} */
function readCodigoAno(campo: string, valor: string): string {
  const [ano = '', combustivel, ...resto] = valor.split('-');
  const certo = combustivel === undefined || /^[0-9a-z]{1,8}$/i.test(combustivel);
  if (isAno(ano) && certo && resto.length === 0) return valor;
  throw new ValorErrado(campo, `${quote(valor)} não é um ano-modelo, como 2018-1 ou 32000-1.`);
}

export interface PartesDoAno {
  codigo?: string | undefined;
  nome?: string | undefined;
  combustivel?: string | undefined;
  combustivel_codigo?: string | undefined;
}

/** The code of a year and its fuel, where the table gives the two apart. */
function codeOf(campo: string, nome: string, partes: PartesDoAno): string {
  const [, escrito = '', resto = ''] = /^(zero ?km|\S+)(?:\s+(.*))?$/i.exec(nome) ?? [];
  const ano = /^zero ?km$/i.test(escrito) ? '32000' : escrito;
  if (!isAno(ano)) {
    throw new ValorErrado(campo, `${quote(nome)} não é um ano-modelo, como 2018 ou 2018 Gasolina.`);
  }
  const numero = partes.combustivel_codigo?.trim();
  if (numero && /^\d{1,2}$/.test(numero)) return `${ano}-${numero}`;
  const palavra = dobrar(resto || partes.combustivel || '').replace(/[^a-z0-9]/g, '');
  const combustivel = COMBUSTIVEIS.get(palavra) ?? palavra.slice(0, 8);
  return combustivel ? `${ano}-${combustivel}` : ano;
}

/** Code and label of a model year, out of whatever the table tells of it. @throws {ValorErrado} */
export function readAno(partes: PartesDoAno): { codigo: string; nome: string } {
  const escrito = partes.nome?.trim() ?? '';
  const dado = partes.codigo?.trim() ?? '';
  const codigo = dado ? readCodigoAno('ano_codigo', dado) : codeOf('ano', escrito, partes);
  if (escrito !== '' && !/^(\d+|zero ?km)$/i.test(escrito) && escrito !== dado) {
    return { codigo, nome: readNome('ano', escrito.replace(/^32000\b/, 'Zero km'), MAXIMO_ANO) };
  }
  const [rotulo, semCombustivel] = [rotuloAno(codigo), rotuloAno(codigo.split('-')[0] ?? '')];
  // A fuel that the codes do not name is told by the table itself.
  const nome = rotulo === semCombustivel ? `${rotulo} ${partes.combustivel ?? ''}` : rotulo;
  return { codigo, nome: readNome('ano', nome, MAXIMO_ANO) };
}
