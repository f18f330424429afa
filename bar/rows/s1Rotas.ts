/**
 * Every route of the application by its group in the description of the API, and its class of
 * callers. The row fails for a route that is not in the table and for an entry without a route: a
 * new route needs a decision here. A number: the route is open, and answers the plain call (an
 * empty JSON object where there is a body) with this status, for every caller.
 */
export type RouteClass =
  | 'conta'
  | 'admin'
  /** A device with its own token; an account's token is refused. */
  | 'dispositivo'
  /** A device of one maker: the row's device is of another maker, so its valid token answers 403. */
  | 'outroDispositivo'
  /** Closed, to signed-in accounts too. */
  | 'fechada'
  /** Ends the live session of a signed-in caller; any other call has to come from our own page. */
  | 'sair';

const GRUPOS: Record<string, Record<string, RouteClass | number>> = {
  Servidor: {
    'GET /healthz': 200,
    'GET /readyz': 200,
    // Open in a local installation; elsewhere it needs METRICS_TOKEN.
    'GET /metrics': 200,
    'GET /api/instalacao': 200,
  },
  Mensagens: {
    'POST /api/contato': 400,
    'GET /api/mensagens': 'admin',
    'POST /api/mensagens/:id/lida': 'admin',
    'GET /api/correio': 'admin',
  },
  Conta: {
    'POST /api/auth/sign-up/email': 400,
    'POST /api/auth/sign-in/email': 400,
    'POST /api/auth/convite': 400,
    'POST /api/auth/verify': 400,
    'POST /api/auth/newpassword': 400,
    'POST /api/auth/newpassword/confirmar': 400,
    'POST /api/auth/token': 403,
    // Redirects to another provider and back: they are for a browser's navigation.
    'GET /api/auth/oidc/entrar': 302,
    'GET /api/auth/oidc/retorno': 302,
    'POST /api/auth/sign-out': 'sair',
  },
  'Segundo fator': {
    // These need a cookie and our own page: a bearer does not open them.
    'POST /api/auth/segundo-fator/totp': 403,
    'POST /api/auth/segundo-fator/codigo': 403,
    'POST /api/auth/segundo-fator/passkey': 403,
    'POST /api/auth/segundo-fator/passkey/opcoes': 403,
    'POST /api/perfil/totp': 'conta',
    'POST /api/perfil/totp/confirmar': 'conta',
    'POST /api/perfil/totp/desligar': 'conta',
    'POST /api/perfil/codigos': 'conta',
    'POST /api/perfil/passkeys': 'conta',
    'POST /api/perfil/passkeys/opcoes': 'conta',
    'POST /api/perfil/passkeys/:id/excluir': 'conta',
  },
  Perfil: {
    'GET /api/perfil': 'conta',
    'POST /api/perfil/senha': 'conta',
    'PUT /api/perfil/foto': 'conta',
    'DELETE /api/perfil/foto': 'conta',
    'GET /api/perfil/sessoes': 'conta',
    'DELETE /api/perfil/sessoes': 'conta',
    'DELETE /api/perfil/sessoes/:id': 'conta',
  },
  Usuários: {
    'GET /api/usuarios': 'admin',
    'DELETE /api/usuarios/:id': 'admin',
    'PUT /api/usuarios/:id/admin': 'admin',
    'POST /api/usuarios/:id/aprovar': 'admin',
    'POST /api/usuarios/:id/desabilitar': 'admin',
    'POST /api/usuarios/:id/habilitar': 'admin',
    'POST /api/usuarios/:id/redefinir': 'admin',
    'POST /api/usuarios/:id/segundo-fator/retirar': 'admin',
    'GET /api/convites': 'admin',
    'POST /api/convites': 'admin',
    'DELETE /api/convites/:id': 'admin',
  },
  Proprietários: {
    'GET /db/proprietarios': 'conta',
    'GET /db/proprietarios/busca': 'conta',
    'GET /api/proprietarios/exportar': 'conta',
    'GET /api/proprietarios/:matricula/dados': 'admin',
    'POST /api/proprietarios/:matricula/anonimizar': 'admin',
    'GET /db/proprietarios/:matricula': 'conta',
    'POST /db/proprietarios': 'conta',
    'PUT /db/proprietarios/:matricula': 'conta',
    'DELETE /db/proprietarios/:matricula': 'conta',
    'GET /api/proprietarios/:matricula/ficha': 'conta',
    'GET /api/proprietarios/:matricula/alteracoes': 'conta',
  },
  Veículos: {
    'GET /db/veiculos': 'conta',
    'GET /db/veiculos/busca': 'conta',
    'GET /api/veiculos/exportar': 'conta',
    'GET /db/veiculos/:placa': 'conta',
    'POST /db/veiculos': 'conta',
    'PUT /db/veiculos/:placa': 'conta',
    'DELETE /db/veiculos/:placa': 'conta',
    'GET /api/veiculos/:placa/ficha': 'conta',
    'POST /api/veiculos/:placa/padrao': 'conta',
    'POST /api/veiculos/lote': 'conta',
    'GET /api/veiculos/lote': 'conta',
    'GET /api/veiculos/lote/:id': 'conta',
    'POST /api/veiculos/lote/:id/cancelar': 'conta',
    'POST /api/veiculos/lote/:id/desfazer': 'conta',
  },
  Importações: {
    'GET /api/importacoes': 'conta',
    'POST /api/importacoes': 'conta',
    'GET /api/importacoes/modelos/:tipo': 'conta',
    'GET /api/importacoes/:id': 'conta',
    'DELETE /api/importacoes/:id': 'conta',
    'PUT /api/importacoes/:id/colunas': 'conta',
    'GET /api/importacoes/:id/linhas': 'conta',
    'PATCH /api/importacoes/:id/linhas/:linha': 'conta',
    'POST /api/importacoes/:id/gravar': 'conta',
    'POST /api/importacoes/:id/cancelar': 'conta',
    'POST /api/importacoes/:id/desfazer': 'conta',
    'GET /api/importacoes/:id/rejeitadas': 'conta',
  },
  Cidades: {
    'GET /db/cidades': 'conta',
    'GET /db/cidades/busca': 'conta',
  },
  FIPE: {
    'POST /fipe/:tipo': 'conta',
    'POST /fipe/:tipo/:marca': 'conta',
    'POST /fipe/:tipo/:marca/:modelo': 'conta',
  },
  Catálogo: {
    'GET /api/catalogo': 'conta',
    'POST /api/catalogo/atualizacao': 'admin',
    'DELETE /api/catalogo/atualizacao': 'admin',
  },
  'Página Inicial': {
    'GET /api/painel': 'conta',
    'GET /api/painel/entradas': 'conta',
  },
  Relatórios: {
    'GET /api/relatorios/passagens': 'conta',
    'GET /api/relatorios/veiculos': 'conta',
  },
  'Últimos veículos': {
    'GET /db/ultimosveiculos': 'conta',
    'GET /db/ultimosveiculos/busca': 'conta',
    'GET /db/ultimosveiculos/eventos': 'conta',
    'POST /db/ultimosveiculos': 'conta',
    'DELETE /db/ultimosveiculos/:id': 'conta',
  },
  Alertas: {
    'GET /api/alertas': 'conta',
    'GET /api/alertas/ultimos': 'conta',
    'GET /api/alertas/ajustes': 'conta',
    'PUT /api/alertas/ajustes': 'admin',
    'POST /api/alertas/ciente': 'conta',
    'POST /api/passagens/:id/desfazer': 'conta',
    'POST /api/passagens/:id/ciente': 'conta',
  },
  Avisos: {
    'GET /api/avisos': 'conta',
    'PUT /api/avisos': 'admin',
    'GET /api/avisos/aparelhos': 'conta',
    'POST /api/avisos/aparelhos': 'conta',
    'PUT /api/avisos/aparelhos/:id': 'conta',
    'DELETE /api/avisos/aparelhos/:id': 'conta',
  },
  Passagens: {
    'GET /api/passagens': 'conta',
    'GET /api/passagens/cameras': 'conta',
    'GET /api/passagens/exportar': 'conta',
    'PUT /api/passagens/:id/retencao': 'admin',
    'GET /api/passagens/novas': 'conta',
    'GET /api/passagens/:id': 'conta',
    'PATCH /api/passagens/:id': 'conta',
    'GET /api/passagens/:id/imagens/:imagem': 'conta',
    'GET /api/veiculos/:placa/historico': 'conta',
  },
  Portaria: {
    'GET /api/visitantes': 'conta',
    'POST /api/visitantes': 'conta',
    'POST /api/visitantes/:id/cancelar': 'conta',
    'GET /api/visitantes/links': 'conta',
    'POST /api/visitantes/links': 'conta',
    'POST /api/visitantes/links/:id/cancelar': 'conta',
    'POST /api/visita': 400,
    'POST /api/visita/confirmar': 400,
    'GET /api/veredito/:placa': 'conta',
  },
  'Cópias de segurança': {
    'GET /api/copias': 'admin',
    'POST /api/copias': 'admin',
    'PUT /api/copias/ajustes': 'admin',
    'POST /api/copias/:nome/conferir': 'admin',
    'GET /api/copias/:nome/perdas': 'admin',
    'POST /api/copias/:nome/restaurar': 'admin',
  },
  Câmeras: {
    'GET /api/cameras': 'conta',
    'GET /api/cameras/situacao': 'admin',
    'POST /api/cameras/:id/ticket': 'conta',
    'POST /api/cameras/:id/tentar': 'conta',
    'GET /api/cameras/:id/snapshot.jpg': 'conta',
    'GET /api/cameras/:id/hls/*': 'conta',
    // A WebSocket with its ticket as the key; a plain GET is no handshake.
    'GET /api/cameras/:id/live': 426,
  },
  Auditoria: {
    'GET /api/auditoria': 'admin',
    'GET /api/auditoria/exportar': 'admin',
    'GET /api/auditoria/conferencia': 'admin',
    'POST /api/auditoria/conferencia': 'admin',
  },
  Retenção: {
    'GET /api/retencao': 'admin',
    'PUT /api/retencao': 'admin',
    'POST /api/retencao/previa': 'admin',
  },
  Dispositivos: {
    'GET /api/dispositivos': 'admin',
    'POST /api/dispositivos': 'admin',
    'GET /api/dispositivos/:id': 'admin',
    'PUT /api/dispositivos/:id': 'admin',
    'DELETE /api/dispositivos/:id': 'admin',
    'POST /api/dispositivos/:id/token': 'admin',
    'POST /api/dispositivos/:id/teste': 'admin',
    'GET /api/dispositivos/:id/quarentena': 'admin',
    'DELETE /api/dispositivos/:id/quarentena': 'admin',
  },
  Leituras: {
    'POST /api/leituras/:dialeto': 'dispositivo',
    'POST /api/leituras/:dialeto/*': 'dispositivo',
    'GET /api/leituras/:dialeto/*': 'outroDispositivo',
    'POST /api/v1/log-vehicle': 'outroDispositivo',
    'POST /api/v1/log-vehicle/': 'outroDispositivo',
    'POST /api/v1/webhook-receiver': 'outroDispositivo',
    'POST /api/v1/webhook-receiver/': 'outroDispositivo',
    // It exists only while a device is registered with the root path.
    'POST /NotificationInfo/*': 404,
  },
  // Not described: the description itself.
  '': {
    'GET /api/docs': 200,
    'HEAD /api/docs/': 200,
    'GET /api/docs/json': 200,
    'GET /api/docs/yaml': 200,
    'GET /api/docs/static/*': 404,
    'GET /api/docs/static/index.html': 302,
    'GET /api/docs/static/swagger-initializer.js': 200,
    'GET /api/docs/static/theme/icone.svg': 200,
  },
};

export const ROTAS: Record<string, RouteClass | number> = Object.assign(
  {},
  ...Object.values(GRUPOS),
);

const {
  'GET /api/auth/oidc/entrar': _entrar,
  'GET /api/auth/oidc/retorno': _retorno,
  ...COMUNS
} = ROTAS;

/**
 * Where firebase keeps the accounts: it keeps passwords and second factors, and there is no session
 * cookie.
 */
export const ROTAS_FIREBASE: Record<string, RouteClass | number> = {
  ...COMUNS,
  'POST /api/auth/firebase': 400,
  'POST /api/auth/sign-up/email': 403,
  'POST /api/auth/sign-in/email': 403,
  'POST /api/auth/verify': 403,
  'POST /api/auth/newpassword/confirmar': 403,
  'POST /api/perfil/senha': 'fechada',
  'POST /api/perfil/totp': 'fechada',
  'POST /api/perfil/totp/confirmar': 'fechada',
  'POST /api/perfil/totp/desligar': 'fechada',
  'POST /api/perfil/codigos': 'fechada',
  'POST /api/perfil/passkeys': 'fechada',
  'POST /api/perfil/passkeys/opcoes': 'fechada',
  'POST /api/perfil/passkeys/:id/excluir': 'fechada',
  'POST /api/usuarios/:id/redefinir': 'fechada',
  'POST /api/usuarios/:id/segundo-fator/retirar': 'fechada',
};

/** The group of a route in the description; those that only firebase has are of the accounts. */
export const groupOf = (rota: string): string =>
  Object.entries(GRUPOS).find(([, rotas]) => rota in rotas)?.[0] ?? 'Conta';
