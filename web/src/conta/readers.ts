import type {
  Acesso,
  CadastroRecebido,
  Entrada,
  Instalacao,
  SegundoFator,
} from '@unipark/contract/conta';
import type { Reader } from '../lib/wire/http.ts';

/* The answers that the login reads, checked by hand for the fields that it uses: schemas would
   make the first screen a tenth heavier. A test compares them with the contract's schemas. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isNumberOrNull = (value: unknown): boolean => value === null || typeof value === 'number';
const allOf = (record: unknown, is: (value: unknown) => boolean, keys: readonly string[]) =>
  isRecord(record) && keys.every((key) => is(record[key]));

const readerOf = <T>(accepts: (value: Record<string, unknown>) => boolean): Reader<T> => ({
  safeParse: (value) =>
    isRecord(value) && accepts(value) ? { success: true, data: value as T } : { success: false },
});

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isNullOr = (value: unknown, is: (value: unknown) => boolean) => value === null || is(value);

export const acessoReader = readerOf<Acesso>(
  ({ token, user, sessao }) =>
    isText(token) &&
    allOf(user, isText, ['id', 'email', 'name']) &&
    allOf(user, isTextOrNull, ['picture', 'lembrete']) &&
    allOf(user, isBoolean, ['admin']) &&
    allOf(sessao, isText, ['expiraEm', 'terminaEm']),
);

const recebidoReader = readerOf<CadastroRecebido>(
  ({ token, user, mensagem }) => token === null && user === null && isText(mensagem),
);

const either = <A, B>(one: Reader<A>, other: Reader<B>): Reader<A | B> => ({
  safeParse(value) {
    const read = one.safeParse(value);
    return read.success ? read : other.safeParse(value);
  },
});

/** The answer of a sign-up: an access, or a sentence about the next step. */
export const cadastroReader: Reader<Acesso | CadastroRecebido> = either(
  acessoReader,
  recebidoReader,
);

const fatores = ['totp', 'passkey'];

const segundoFatorReader = readerOf<SegundoFator>(
  ({ token, user, segundoFator }) =>
    token === null &&
    user === null &&
    Array.isArray(segundoFator) &&
    segundoFator.every((fator) => fatores.includes(fator)),
);

/** The answer of a sign-in: an access, or the second factors to choose from. */
export const entradaReader: Reader<Entrada> = either(acessoReader, segundoFatorReader);

/** The answer of a confirmed address: any of the three. */
export const confirmacaoReader: Reader<Entrada | CadastroRecebido> = either(
  entradaReader,
  recebidoReader,
);

const PRAZOS = ['passagens_dias', 'nao_cadastradas_dias', 'fotos_dias'].concat([
  'bruto_dias',
  'quarentena_dias',
  'mensagens_dias',
  'visitantes_dias',
]);

export const instalacaoReader = readerOf<Instalacao>(
  ({ semContas, recuperacaoPorEmail, cadastro, dominios, contato, redes, versao, ...resto }) =>
    isBoolean(semContas) &&
    isBoolean(recuperacaoPorEmail) &&
    isText(cadastro) &&
    Array.isArray(dominios) &&
    isNullOr(resto.demonstracao, (value) => allOf(value, isText, ['email', 'senha'])) &&
    isNullOr(resto.firebase, (value) =>
      allOf(value, isText, ['apiKey', 'authDomain', 'projectId']),
    ) &&
    isNullOr(resto.oidc, (value) => allOf(value, isText, ['nome'])) &&
    allOf(contato, isTextOrNull, ['telefone', 'email', 'endereco', 'horario', 'encarregado']) &&
    allOf(redes, isText, ['facebook', 'instagram', 'linkedin']) &&
    isNullOr(resto.prazos, (value) => allOf(value, isNumberOrNull, PRAZOS)) &&
    isText(versao),
);
