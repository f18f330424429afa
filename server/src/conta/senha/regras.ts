import { readFileSync } from 'node:fs';
import { SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from '@unipark/contract/conta';
import { dobrar } from '@unipark/contract/texto';
import { normalizeSenha } from './senhas.ts';

const COMUNS = new Set(
  readFileSync(new URL('./senhas-comuns.txt', import.meta.url), 'utf8')
    .split('\n')
    .map(dobrar),
);

const PRODUTO = 'unipark';

/** One character over and over, or a run such as 12345678 or abcdefgh. */
function isSequence(senha: string): boolean {
  const codigos = [...senha].map((letra) => letra.codePointAt(0) ?? 0);
  const passos = new Set(codigos.slice(1).map((codigo, i) => codigo - (codigos[i] ?? 0)));
  const [passo] = passos;
  return passos.size === 1 && passo !== undefined && Math.abs(passo) <= 1;
}

/** The e-mail itself, or its name making up most of the password. */
function containsEmail(senha: string, email: string): boolean {
  // What follows a + is the person's own label on their address.
  const [nome = ''] = email.split(/[@+]/);
  if (nome === '') return false;
  return senha.includes(email) || (senha.includes(nome) && nome.length * 2 > senha.length);
}

/** What is wrong with a new password, as a sentence, or undefined when it may be used. */
export function senhaFault(senha: string, email: string): string | undefined {
  const comprimento = [...normalizeSenha(senha)].length;
  if (senha.trim() === '') return TEXTOS_CONTA.senhaVazia;
  if (comprimento < SENHA_MINIMO || comprimento > SENHA_MAXIMO) return TEXTOS_CONTA.senhaTamanho;
  const dobrada = dobrar(senha);
  if (dobrada.includes(PRODUTO)) return TEXTOS_CONTA.senhaProduto;
  if (containsEmail(dobrada, dobrar(email.trim()))) return TEXTOS_CONTA.senhaEmail;
  if (COMUNS.has(dobrada) || isSequence(dobrada)) return TEXTOS_CONTA.senhaComum;
  return undefined;
}

/** Refused before hashing: no stored password is that long. */
export const isTooLong = (senha: string): boolean =>
  [...normalizeSenha(senha)].length > SENHA_MAXIMO;
