import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { Convite, ConviteCriado, LinkEntregue, Usuario } from '@unipark/contract/usuario';
import { api } from '../../lib/wire/http.ts';
import { readList, readPage } from '../../lib/wire/list.ts';
import type { listQuery } from '../../lib/wire/listQuery.ts';
import { serverSentence } from '../../lib/wire/query.ts';
import type { UsuarioAction } from './atos.ts';

const BASE = '/api/usuarios';
const CONVITES = '/api/convites';

export const CHAVE_USUARIOS = ['conta', 'usuarios'];
const CHAVE_CONVITES = ['conta', 'convites'];

/** How often the lists are renewed: people sign up while the page is open. */
const RENOVACAO = 30_000;

const pathOf = ({ id }: Usuario, ato: string) => `${BASE}/${encodeURIComponent(id)}${ato}`;

export const usuariosQuery = (consulta: ReturnType<typeof listQuery>) =>
  queryOptions({
    queryKey: [...CHAVE_USUARIOS, 'pagina', consulta],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readPage(await api('GET', BASE, { query: consulta, signal }), Usuario, 'id'),
    // The page itself says that the person is no longer an administrator.
    meta: {
      failure: (error) =>
        error.status === 403 ? undefined : serverSentence('Erro ao buscar usuários.')(error),
    },
  });

/** The accounts that wait for an administrator, by name. */
export const esperandoQuery = queryOptions({
  queryKey: [...CHAVE_USUARIOS, 'esperando'],
  queryFn: async ({ signal }) =>
    readPage(
      await api('GET', BASE, { query: { situacao: 'aprovacao', limite: 50 }, signal }),
      Usuario,
      'id',
    ),
  refetchInterval: RENOVACAO,
});

export type ActionRequest = { ato: UsuarioAction; usuario: Usuario };

const FIO: Record<
  UsuarioAction,
  [metodo: 'POST' | 'PUT' | 'DELETE', caminho: string, corpo?: object]
> = {
  aprovar: ['POST', '/aprovar'],
  recusar: ['DELETE', ''],
  desabilitar: ['POST', '/desabilitar'],
  habilitar: ['POST', '/habilitar'],
  promover: ['PUT', '/admin', { admin: true }],
  rebaixar: ['PUT', '/admin', { admin: false }],
  retirarFator: ['POST', '/segundo-fator/retirar'],
};

const FEITO: Record<UsuarioAction, (nome: string) => string> = {
  aprovar: (nome) => `Conta de ${nome} aprovada.`,
  recusar: (nome) => `Cadastro de ${nome} recusado.`,
  desabilitar: (nome) => `Conta de ${nome} desabilitada.`,
  habilitar: (nome) => `Conta de ${nome} habilitada.`,
  promover: (nome) => `${nome} agora é da administração.`,
  rebaixar: (nome) => `${nome} não é mais da administração.`,
  retirarFator: (nome) => `Segundo fator de ${nome} retirado.`,
};

export const actOnUsuario = mutationOptions({
  mutationKey: [...CHAVE_USUARIOS, 'agir'],
  mutationFn: ({ ato, usuario }: ActionRequest) => {
    const [metodo, caminho, body] = FIO[ato];
    return api(metodo, pathOf(usuario, caminho), { body });
  },
  meta: {
    success: (_feito: unknown, { ato, usuario }: ActionRequest) => FEITO[ato](usuario.nome),
    failure: serverSentence('Erro ao alterar a conta.'),
    invalidates: [CHAVE_USUARIOS],
  },
});

/** Only this answer has the link when no mail is sent: it is stored nowhere. */
export const resetAcesso = mutationOptions({
  mutationKey: [...CHAVE_USUARIOS, 'redefinir'],
  gcTime: 0,
  mutationFn: async (usuario: Usuario) =>
    (await api('POST', pathOf(usuario, '/redefinir'), { schema: LinkEntregue })).data,
  meta: {
    success: ({ enviado }: LinkEntregue, { nome }: Usuario) =>
      enviado
        ? `Acesso redefinido. O link foi enviado ao e-mail de ${nome}.`
        : 'Acesso redefinido. Copie o link.',
    failure: serverSentence('Erro ao redefinir o acesso.'),
    invalidates: [CHAVE_USUARIOS],
  },
});

/** Open ones first. */
export const convitesQuery = queryOptions({
  queryKey: CHAVE_CONVITES,
  queryFn: async ({ signal }) =>
    readList((await api('GET', CONVITES, { signal })).data, Convite, 'id'),
});

/** Only this answer has the link when no mail is sent, as in a new password. */
export const createConvite = mutationOptions({
  mutationKey: [...CHAVE_CONVITES, 'criar'],
  gcTime: 0,
  mutationFn: async (email: string) =>
    (await api('POST', CONVITES, { body: { email }, schema: ConviteCriado })).data,
  meta: {
    success: ({ enviado, email }: ConviteCriado) =>
      enviado ? `Convite enviado para ${email}.` : 'Convite criado. Copie o link.',
    failure: serverSentence('Erro ao convidar.'),
    invalidates: [CHAVE_CONVITES],
  },
});

export const removeConvite = mutationOptions({
  mutationKey: [...CHAVE_CONVITES, 'excluir'],
  mutationFn: ({ id }: Convite) => api('DELETE', `${CONVITES}/${id}`),
  meta: {
    success: (_feito: unknown, { email }: Convite) => `Convite para ${email} retirado.`,
    failure: serverSentence('Erro ao retirar o convite.'),
    invalidates: [CHAVE_CONVITES],
  },
});
