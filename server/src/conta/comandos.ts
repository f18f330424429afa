/** The operator's commands for accounts; they work while the server runs. */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { OPERADOR } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { checkNovaConta, createConta } from './cadastro/contas.ts';
import type { IdentidadeLocal } from './identidade.ts';
import { generateSenha, resetSenha } from './senha/redefinicao.ts';
import { hashSenha } from './senha/senhas.ts';

interface Deps {
  db: Banco;
  identidade: IdentidadeLocal;
  say: (linha: string) => void;
}

export const AJUDA_CONTAS = [
  '  user create --email E-MAIL --nome NOME [--admin] [--senha-stdin]',
  '  user reset-password --email E-MAIL [--senha-stdin]',
  '      Sem --senha-stdin, uma senha é criada e mostrada uma única vez.',
  '      Com ela, a senha é lida da entrada padrão, nunca da linha de comando.',
];

/** The first line of standard input, or a generated password. */
async function readSenha(daEntrada: boolean): Promise<{ senha: string; criada: boolean }> {
  if (!daEntrada) return { senha: generateSenha(), criada: true };
  const [linha = ''] = (await text(process.stdin)).split(/\r?\n/);
  return { senha: linha, criada: false };
}

const show = ({ senha, criada }: { senha: string; criada: boolean }, say: Deps['say']) => {
  if (criada) say(`Senha: ${senha}\nAnote agora: ela não será mostrada de novo.`);
};

/** `user create`: the first account of an installation becomes its admin. */
export async function createUser({ db, say }: Deps, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string', default: '' },
      nome: { type: 'string', default: '' },
      admin: { type: 'boolean', default: false },
      'senha-stdin': { type: 'boolean', default: false },
    },
  });
  const escolha = await readSenha(values['senha-stdin']);
  const dados = { name: values.nome, email: values.email, password: escolha.senha };
  const { name, email, password } = checkNovaConta(dados);
  const hash = await hashSenha(password);
  const conta = await inTransaction(db, (trx) =>
    createConta(trx, OPERADOR, { name, email, hash, admin: values.admin }),
  );
  say(`Conta criada: ${conta.email}${conta.admin ? ' (administração)' : ''}`);
  show(escolha, say);
}

/** `user reset-password`: a new password; every session of the account ends. */
export async function resetPassword({ say, ...deps }: Deps, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string', default: '' },
      'senha-stdin': { type: 'boolean', default: false },
    },
  });
  const escolha = await readSenha(values['senha-stdin']);
  await resetSenha(deps, { email: values.email, senha: escolha.senha }, OPERADOR);
  say(`Senha redefinida: ${values.email}. As sessões abertas foram encerradas.`);
  show(escolha, say);
}
