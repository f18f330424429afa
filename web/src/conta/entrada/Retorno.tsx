import type { Fator } from '@unipark/contract/conta';
import { ERROS_OIDC } from '@unipark/contract/oidc';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../../lib/screen/notices.ts';
import type { PageState } from '../../lib/screen/pageState.ts';
import { renewToken, session } from '../../lib/session/session.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { Overlay } from '../../ui/feedback/Overlay.tsx';
import { openPasso } from '../segundoFator/pedido.ts';
import { loginSentence } from './loginSentence.ts';

const FATORES: readonly string[] = ['totp', 'passkey'] satisfies Fator[];
const isFator = (texto: string): texto is Fator => FATORES.includes(texto);
const isErro = (codigo: string): codigo is keyof typeof ERROS_OIDC =>
  Object.hasOwn(ERROS_OIDC, codigo);

/** The session is in its cookie: requests a token. Answers the sentence of a failure, or undefined. */
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

/** Accepts only paths of this site: the address may come from an attacker. */
const ownPage = (de: string | null): string | undefined =>
  de && /^\/(?![/\\])/.test(de) ? de : undefined;

/** Carries out what the hash says: signs in, opens the second step, or shows a fault. */
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

/** The return from the provider: its data is removed from the address and the history. */
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
