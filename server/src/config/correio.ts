import { isEmail } from '@unipark/contract/textosConta';
import { type Environment, refuse, setting, valueOrFile } from './leitor.ts';

export interface ConfigCorreio {
  url: URL;
  /** The `From` header: an address, or a name with the address in angle brackets. */
  de: string;
}

const EXEMPLO_URL = 'smtps://unipark:senha@smtp.exemplo.edu.br';
const EXEMPLO_DE = 'UNIPARK <unipark@exemplo.edu.br>';

/** Parameters allowed in SMTP_URL: the library accepts more, some of them harmful. */
const PARAMETROS = [
  'requireTLS',
  'ignoreTLS',
  'tls.rejectUnauthorized',
  'tls.servername',
  'tls.minVersion',
  'authMethod',
  'name',
];

function decoded(texto: string): string | undefined {
  try {
    return decodeURIComponent(texto);
  } catch {
    return undefined;
  }
}

const addressOf = (remetente: string): string => /<([^<>]+)>$/.exec(remetente)?.[1] ?? remetente;

/** SMTP_URL and MAIL_FROM; null: this installation sends no mail. @throws {ConfigError} */
export function readCorreio(env: Environment): ConfigCorreio | null {
  const endereco = valueOrFile(env, 'SMTP_URL');
  const de = setting(env, 'MAIL_FROM');
  if (!endereco) {
    if (de) refuse('SMTP_URL', 'falta o servidor de envio (MAIL_FROM foi definido).', EXEMPLO_URL);
    return null;
  }
  const url = URL.canParse(endereco) ? new URL(endereco) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return refuse(
      'SMTP_URL',
      'use smtp:// ou smtps:// com o nome do servidor; na senha, escreva @ como %40, / como %2F e # como %23.',
      EXEMPLO_URL,
    );
  }
  const usuario = decoded(url.username);
  if (usuario === undefined || decoded(url.password) === undefined) {
    return refuse('SMTP_URL', 'no usuário e na senha, escreva % como %25.', EXEMPLO_URL);
  }
  const estranho = [...url.searchParams.keys()].find((nome) => !PARAMETROS.includes(nome));
  if (estranho !== undefined || !/^\/?$/.test(url.pathname) || url.hash) {
    return refuse('SMTP_URL', `depois do servidor, só ${PARAMETROS.join(', ')}.`, EXEMPLO_URL);
  }
  if (url.protocol === 'smtp:' && url.port === '465') {
    return refuse('SMTP_URL', 'a porta 465 é cifrada desde o início: use smtps://.', EXEMPLO_URL);
  }
  const remetente = de ?? (isEmail(usuario) ? `UNIPARK <${usuario}>` : '');
  if (!isEmail(addressOf(remetente)) || /[\r\n]/.test(remetente)) {
    return refuse('MAIL_FROM', 'informe o endereço do remetente.', EXEMPLO_DE);
  }
  return { url, de: remetente };
}
