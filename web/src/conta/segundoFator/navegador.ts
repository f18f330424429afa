/** Whether this page may use passkeys, and the two calls of the browser. Loaded when needed. */
import type { PerguntaChave } from '@unipark/contract/chaveAcesso';
import { ApiError } from '../../lib/wire/errors.ts';

type PasskeyCreationOptions = Parameters<
  typeof import('@simplewebauthn/browser')['startRegistration']
>[0]['optionsJSON'];
type PasskeyRequestOptions = Parameters<
  typeof import('@simplewebauthn/browser')['startAuthentication']
>[0]['optionsJSON'];

const isNumber = (host: string): boolean => /^[\d.]+$|^\[/.test(host);
const isOwnMachine = (host: string): boolean => /^127\.|^\[::1\]$/.test(host);

/** Why passkeys do not work on this page, in one sentence; undefined: they work. */
export function passkeyHindrance(): string | undefined {
  const { hostname, port, protocol } = window.location;
  if (isOwnMachine(hostname)) {
    const address = `${protocol}//localhost${port && `:${port}`}`;
    return `Para usar chaves de acesso, abra o sistema por ${address}.`;
  }
  if (isNumber(hostname)) {
    return 'Chaves de acesso não funcionam em um endereço numérico. Use o aplicativo autenticador.';
  }
  if (!window.isSecureContext || !window.PublicKeyCredential) {
    return 'Este navegador não oferece chaves de acesso neste endereço.';
  }
  return undefined;
}

function refusal(error: unknown): unknown {
  const { name, cause } = error as { name?: string; cause?: { name?: string } };
  const names = [name, cause?.name];
  const tell = (codigo: string, mensagem: string) => new ApiError({ status: 0, codigo, mensagem });
  if (names.includes('InvalidStateError')) {
    return tell('chave-repetida', 'Este aparelho já tem uma chave de acesso desta conta.');
  }
  if (names.includes('NotAllowedError') || names.includes('AbortError')) {
    return tell('chave-cancelada', 'A chave de acesso não foi usada. Tente de novo.');
  }
  return tell('chave-falhou', 'O navegador não conseguiu usar a chave de acesso.');
}

export async function createPasskey(pergunta: PerguntaChave) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = pergunta as unknown as PasskeyCreationOptions;
  return startRegistration({ optionsJSON }).catch((error) => {
    throw refusal(error);
  });
}

export async function answerByKey(pergunta: PerguntaChave) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = pergunta as unknown as PasskeyRequestOptions;
  return startAuthentication({ optionsJSON }).catch((error) => {
    throw refusal(error);
  });
}
