import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { Acesso } from '@unipark/contract/conta';
import {
  type AlterarSenha,
  FotoPerfil,
  Perfil,
  SessaoAberta,
  SessoesEncerradas,
} from '@unipark/contract/perfil';
import * as z from 'zod/mini';
import { onAuthState, session } from '../../lib/session/session.ts';
import { writeUser } from '../../lib/session/storedUser.ts';
import { isApiError } from '../../lib/wire/errors.ts';
import { api } from '../../lib/wire/http.ts';
import { serverSentence } from '../../lib/wire/query.ts';

export const perfilQuery = queryOptions({
  queryKey: ['conta', 'perfil'],
  queryFn: async ({ signal }) => (await api('GET', '/api/perfil', { schema: Perfil, signal })).data,
});

export const sessoesQuery = queryOptions({
  queryKey: ['conta', 'sessoes'],
  queryFn: async ({ signal }) =>
    (await api('GET', '/api/perfil/sessoes', { schema: z.array(SessaoAberta), signal })).data,
});

/** Changes the password: every session ends, and the answer opens a new one here. */
export const changeSenha = mutationOptions({
  mutationKey: ['conta', 'senha'],
  mutationFn: async (body: AlterarSenha) => {
    const { data } = await api('POST', '/api/perfil/senha', { body, schema: Acesso });
    onAuthState(data);
  },
  meta: {
    success: 'Senha alterada. As outras sessões foram encerradas.',
    failure: serverSentence('Erro ao alterar a senha.'),
    invalidates: [['conta']],
  },
});

/** Shows this picture wherever the user's picture is, in this tab and in others. */
function showPicture(picture: string | null): void {
  const current = session.get();
  if (current.status !== 'signedIn') return;
  const user = { ...current.user, picture };
  writeUser(user);
  session.set({ ...current, user });
}

/** A large picture needs time on a slow network. */
const UPLOAD_MS = 40_000;

export const changeFoto = mutationOptions({
  mutationKey: ['conta', 'foto'],
  mutationFn: async (body: File) => {
    const options = { body, schema: FotoPerfil, timeout: UPLOAD_MS };
    const { data } = await api('PUT', '/api/perfil/foto', options);
    showPicture(data.picture);
  },
  meta: {
    success: 'Foto alterada.',
    failure: serverSentence('Erro ao trocar a foto.'),
    invalidates: [['conta', 'perfil']],
  },
});

export const removeFoto = mutationOptions({
  mutationKey: ['conta', 'foto', 'remover'],
  mutationFn: async () => {
    await api('DELETE', '/api/perfil/foto');
    showPicture(null);
  },
  meta: {
    success: 'Foto removida.',
    failure: serverSentence('Erro ao remover a foto.'),
    invalidates: [['conta', 'perfil']],
  },
});

const describeEnded = ({ encerradas }: SessoesEncerradas): string =>
  encerradas === 1 ? '1 sessão encerrada.' : `${encerradas} sessões encerradas.`;

/** Ends these sessions, one after another; one that has already ended is no failure. */
export const endSessoes = mutationOptions({
  mutationKey: ['conta', 'sessoes', 'encerrar'],
  mutationFn: async (ids: string[]): Promise<SessoesEncerradas> => {
    for (const id of ids) {
      const url = `/api/perfil/sessoes/${encodeURIComponent(id)}`;
      await api('DELETE', url).catch((error: unknown) => {
        if (!isApiError(error) || error.status !== 404) throw error;
      });
    }
    return { encerradas: ids.length };
  },
  meta: {
    success: (fim: SessoesEncerradas) =>
      fim.encerradas === 1 ? 'Sessão encerrada.' : describeEnded(fim),
    failure: serverSentence('Erro ao encerrar a sessão.'),
    invalidates: [['conta', 'sessoes']],
  },
});

export const endOutras = mutationOptions({
  mutationKey: ['conta', 'sessoes', 'encerrar-outras'],
  mutationFn: async () =>
    (await api('DELETE', '/api/perfil/sessoes', { schema: SessoesEncerradas })).data,
  meta: {
    success: describeEnded,
    failure: serverSentence('Erro ao encerrar as sessões.'),
    invalidates: [['conta', 'sessoes']],
  },
});
