import { readFileSync } from 'node:fs';
import { SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from '@unipark/contract/conta';
import { foldText } from '@unipark/contract/texto';
import { normalizeSenha } from './senhas.ts';

const COMUNS = new Set(
  readFileSync(new URL('./senhas-comuns.txt', import.meta.url), 'utf8')
    .split('\n')
    .map(foldText),
);

const PRODUTO = 'unipark';

/** One repeated character, or a run such as 12345678 or abcdefgh. */
function isSequence(senha: string): boolean {
  const codigos = [...senha].map((letra) => letra.codePointAt(0) ?? 0);
  const passos = new Set(codigos.slice(1).map((codigo, i) => codigo - (codigos[i] ?? 0)));
  const [passo] = passos;
  return passos.size === 1 && passo !== undefined && Math.abs(passo) <= 1;
}

/** The e-mail itself, or its name as the larger part of the password. */
function containsEmail(senha: string, email: string): boolean {
  // The text after a + is only a label of the address.
  const [nome = ''] = email.split(/[@+]/);
  if (nome === '') return false;
  return senha.includes(email) || (senha.includes(nome) && nome.length * 2 > senha.length);
}

/** The reason why a new password is refused, as a sentence; undefined when it is accepted. */
export function senhaFault(senha: string, email: string): string | undefined {
  const comprimento = [...normalizeSenha(senha)].length;
  if (senha.trim() === '') return TEXTOS_CONTA.senhaVazia;
  if (comprimento < SENHA_MINIMO || comprimento > SENHA_MAXIMO) return TEXTOS_CONTA.senhaTamanho;
  const dobrada = foldText(senha);
  if (dobrada.includes(PRODUTO)) return TEXTOS_CONTA.senhaProduto;
  if (containsEmail(dobrada, foldText(email.trim()))) return TEXTOS_CONTA.senhaEmail;
  if (COMUNS.has(dobrada) || isSequence(dobrada)) return TEXTOS_CONTA.senhaComum;
  return undefined;
}

/** Refused before hashing: no stored password is that long. */
export const isTooLong = (senha: string): boolean =>
  [...normalizeSenha(senha)].length > SENHA_MAXIMO;
