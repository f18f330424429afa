import type { Fator } from '@unipark/contract/conta';
import { ERROS_OIDC } from '@unipark/contract/oidc';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { logFailure } from '../lib/log.ts';
import { announce } from '../lib/notices.ts';
import type { PageState } from '../lib/pageState.ts';
import { renewToken, session } from '../lib/session.ts';
import { Overlay } from '../ui/Overlay.tsx';
import { loginSentence } from './loginSentence.ts';
import { openPasso } from './segundoFator/pedido.ts';

const FATORES: readonly string[] = ['totp', 'passkey'] satisfies Fator[];
const isFator = (texto: string): texto is Fator => FATORES.includes(texto);
const isErro = (codigo: string): codigo is keyof typeof ERROS_OIDC =>
  Object.hasOwn(ERROS_OIDC, codigo);

/** The session is in its cookie: a token comes for the asking. Answers what went wrong, if anything. */
async function enter(): Promise<string | undefined> {
  try {
    if (!(await renewToken())) return ERROS_OIDC.estado;
  } catch (error) {
    logFailure('single sign-on', error);
    return loginSentence(error);
  }
  const now = session.get();
  if (now.status === 'signedIn') announce('success', `Bem vindo(a), ${now.user.email}`);
  return undefined;
}

/** Only a page of our own: what stands in an address anybody may have written. */
const ownPage = (de: string | null): string | undefined =>
  de && /^\/(?![/\\])/.test(de) ? de : undefined;

/** What the way back says behind '#', done: signed in, a second step opened, or a sentence. */
async function settle(hash: string): Promise<PageState> {
  const said = new URLSearchParams(hash.slice(1));
  const de = ownPage(said.get('de'));
  const fatores = (said.get('segundo-fator') ?? '').split(',').filter(isFator);
  if (fatores.length > 0) {
    openPasso(fatores);
    return { de };
  }
  const codigo = said.get('erro') ?? '';
  const falha = said.has('entrar')
    ? await enter()
    : ERROS_OIDC[isErro(codigo) ? codigo : 'provedor'];
  if (falha) announce('error', falha);
  return { de, falha };
}

/** Back from the provider: nothing of it stays in the address or in the history. */
export function Retorno({ hash }: { hash: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    let wanted = true;
    void settle(hash).then((state) => {
      if (wanted) void navigate('/', { replace: true, state });
    });
    return () => {
      wanted = false;
    };
  }, [hash, navigate]);
  return <Overlay text="Entrando..." />;
}
