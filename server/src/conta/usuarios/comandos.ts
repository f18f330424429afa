import { parseArgs } from 'node:util';
import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { LIMITE_MAXIMO } from '@unipark/contract/lista';
import type { Usuario } from '@unipark/contract/usuario';
import type { Config } from '../../config.ts';
import { OPERADOR } from '../../platform/audit.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { urlOf } from '../../platform/http/origin.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { findByEmail } from '../cadastro/repo.ts';
import { convitesService } from './convites.ts';
import { listUsuarios } from './lista.ts';
import { type SituacaoDeps, situacaoService } from './situacao.ts';

export interface ComandosDeps extends SituacaoDeps {
  config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'local'>;
  say: (linha: string) => void;
}

export const AJUDA_USUARIOS = [
  '  user list',
  '      Mostra as contas: e-mail, nome, papel e situação.',
  '  user disable --email E-MAIL',
  '  user enable --email E-MAIL',
  '      Bloqueia o acesso de uma conta imediatamente, ou libera de novo.',
  '  user admin --email E-MAIL [--remover]',
  '      Torna a conta administradora; com --remover, retira esse papel.',
  '  user invite --email E-MAIL',
  '      Cria um convite de 7 dias e mostra o link.',
];

const SITUACOES: Record<Usuario['situacao'], string> = {
  ativa: 'ativa',
  aprovacao: 'aguarda aprovação',
  email: 'aguarda confirmar o e-mail',
  desabilitada: 'desabilitada',
};

/** The base of links: as configured, otherwise this machine. */
const addressOf = ({ publicUrl, host, port, local }: ComandosDeps['config']): string =>
  publicUrl?.origin ?? urlOf(local ? 'localhost' : host, port);

const readEmail = (args: string[]): string => {
  const { values } = parseArgs({ args, options: { email: { type: 'string', default: '' } } });
  return values.email;
};

/** @throws 400 for a text that is not an e-mail, 404 when no account has it */
async function getId(db: Banco, escrito: string): Promise<string> {
  const email = normalizeEmail(escrito);
  if (!ehEmail(email)) throw invalid({ email: TEXTOS_CONTA.emailInvalido });
  const conta = await findByEmail(db, email);
  if (!conta) throw notFound(`Nenhuma conta tem o e-mail ${email}.`);
  return conta.id;
}

export async function listUsers({ db, say }: ComandosDeps, args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  let apos: string | undefined;
  do {
    const pagina = await listUsuarios(db, { limite: LIMITE_MAXIMO, apos });
    for (const { email, nome, admin, situacao } of pagina.linhas) {
      say([email, nome, admin ? 'administração' : 'usuário', SITUACOES[situacao]].join('\t'));
    }
    apos = pagina.proximo;
  } while (apos);
}

/** `user disable`: the last administrator stays. */
export async function disableUser({ say, ...deps }: ComandosDeps, args: string[]): Promise<void> {
  const id = await getId(deps.db, readEmail(args));
  const { email } = await situacaoService(deps).disable(OPERADOR, id);
  say(`Conta desabilitada: ${email}. As sessões abertas foram encerradas.`);
}

export async function enableUser({ say, ...deps }: ComandosDeps, args: string[]): Promise<void> {
  const id = await getId(deps.db, readEmail(args));
  const { email } = await situacaoService(deps).enable(OPERADOR, id);
  say(`Conta habilitada: ${email}.`);
}

/** `user admin`: gives the role; --remover removes it. */
export async function setAdmin({ say, ...deps }: ComandosDeps, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string', default: '' },
      remover: { type: 'boolean', default: false },
    },
  });
  const id = await getId(deps.db, values.email);
  const { email, admin } = await situacaoService(deps).setAdmin(OPERADOR, id, !values.remover);
  say(`${email}: ${admin ? 'conta de administração' : 'conta comum, sem administração'}.`);
}

/** `user invite`: the link is shown, never mailed; the operator hands it over. */
export async function inviteUser({ db, config, say }: ComandosDeps, args: string[]): Promise<void> {
  const convites = convitesService({ db, correio: null, endereco: () => addressOf(config) });
  const { email, link } = await convites.create(OPERADOR, readEmail(args));
  say(`Convite para ${email}, por 7 dias:\n${link}\nCopie agora: ele não será mostrado de novo.`);
}
