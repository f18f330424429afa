import { mutationOptions } from '@tanstack/react-query';
import { PerguntaChave } from '@unipark/contract/chaveAcesso';
import { ChaveAcesso, CodigosRecuperacao, TotpNovo } from '@unipark/contract/perfil';
import { renewToken } from '../../lib/session/session.ts';
import { api } from '../../lib/wire/http.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { createPasskey } from './navegador.ts';

const PERFIL = '/api/perfil';

/** Refreshes the profile's factors and its sessions, which may have ended. */
const invalidates = [['conta']] as const;

/** The account may be allowed more or less now: the next token says it. */
const renew = (): void => {
  renewToken().catch((error: unknown) => logFailure('token renewal', error));
};

/** The dialog shows the fault beside its field. */
const inDialog = { failure: () => undefined };

/** The secret of a new authenticator app; the login does not ask for it yet. */
export const startTotp = mutationOptions({
  mutationKey: ['perfil', 'totp'],
  mutationFn: async (senha: string | null) => {
    const options = { body: { senha }, schema: TotpNovo };
    return (await api('POST', `${PERFIL}/totp`, options)).data;
  },
  meta: inDialog,
});

/** Switches the app on with its first code; the answer is shown once. */
export const confirmTotp = mutationOptions({
  mutationKey: ['perfil', 'totp', 'confirmar'],
  mutationFn: async (codigo: string) => {
    const options = { body: { codigo }, schema: CodigosRecuperacao };
    return (await api('POST', `${PERFIL}/totp/confirmar`, options)).data;
  },
  onSuccess: renew,
  meta: { ...inDialog, success: 'Aplicativo autenticador ativado.', invalidates },
});

export const removeTotp = mutationOptions({
  mutationKey: ['perfil', 'totp', 'desligar'],
  mutationFn: async (senha: string | null) => {
    await api('POST', `${PERFIL}/totp/desligar`, { body: { senha } });
  },
  onSuccess: renew,
  meta: { ...inDialog, success: 'Aplicativo autenticador desativado.', invalidates },
});

export const renewCodigos = mutationOptions({
  mutationKey: ['perfil', 'codigos'],
  mutationFn: async (senha: string | null) => {
    const options = { body: { senha }, schema: CodigosRecuperacao };
    return (await api('POST', `${PERFIL}/codigos`, options)).data;
  },
  meta: { ...inDialog, invalidates },
});

type NewKey = { nome: string; senha: string | null };

export const addChave = mutationOptions({
  mutationKey: ['perfil', 'passkeys'],
  mutationFn: async ({ nome, senha }: NewKey) => {
    const path = `${PERFIL}/passkeys`;
    const pergunta = await api('POST', `${path}/opcoes`, {
      body: { senha },
      schema: PerguntaChave,
    });
    const resposta = await createPasskey(pergunta.data);
    return (await api('POST', path, { body: { nome, resposta }, schema: ChaveAcesso })).data;
  },
  onSuccess: renew,
  meta: { ...inDialog, success: 'Chave de acesso adicionada.', invalidates },
});

type OldKey = { id: string; senha: string | null };

export const removeChave = mutationOptions({
  mutationKey: ['perfil', 'passkeys', 'excluir'],
  mutationFn: async ({ id, senha }: OldKey) => {
    await api('POST', `${PERFIL}/passkeys/${id}/excluir`, { body: { senha } });
  },
  onSuccess: renew,
  meta: { ...inDialog, success: 'Chave de acesso excluída.', invalidates },
});
