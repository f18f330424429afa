/** The name of every screen, as the window's title and as a link says it. */
export const TITLES: Readonly<Record<string, string>> = {
  '/': 'Entrar',
  '/login': 'Entrar',
  '/signup': 'Criar conta',
  '/passwordrecovery': 'Recuperar conta',
  '/contato': 'Contato',
  '/privacidade': 'Privacidade',
  '/acessibilidade': 'Acessibilidade',
  '/home': 'Página Inicial',
  '/teste': 'Teste',
  '/aovivo': 'Ao Vivo',
  '/portaria': 'Portaria',
  '/historico': 'Histórico',
  '/configuracoes': 'Configurações',
  '/configuracoes/dispositivos': 'Dispositivos',
  '/configuracoes/dispositivos/novo': 'Novo dispositivo',
  '/configuracoes/cameras': 'Câmeras',
  '/configuracoes/alertas': 'Alertas',
  '/configuracoes/catalogo': 'Catálogo',
  '/configuracoes/mensagens': 'Mensagens',
  '/configuracoes/usuarios': 'Usuários',
  '/perfil': 'Perfil',
  '/proprietarios': 'Proprietários',
  '/proprietarios/consultar': 'Consulta de Proprietários',
  '/proprietarios/cadastrar': 'Cadastrar Novo Proprietário',
  '/veiculos': 'Veículos',
  '/veiculos/consultar': 'Consulta de Veículos',
  '/veiculos/cadastrar': 'Novo Veículo',
};

/** The screens whose address names a device. */
const DISPOSITIVO = /^\/configuracoes\/dispositivos\/[^/]+(\/editar)?$/;

/** Title of the screen at an address, with or without its query. */
export function titleOf(address: string): string | undefined {
  const path = address.split(/[?#]/)[0] ?? '';
  const placa = /^\/historico\/([A-Z0-9]+)$/i.exec(path)?.[1];
  if (placa) return `Histórico de ${placa}`;
  const veiculo = /^\/veiculos\/consultar\/([A-Z0-9-]+)$/i.exec(path)?.[1];
  if (veiculo) return `Veículo ${veiculo.toUpperCase()}`;
  const title = TITLES[path.length > 1 ? path.replace(/\/+$/, '') : path];
  if (title) return title;
  const dispositivo = DISPOSITIVO.exec(path);
  return dispositivo ? (dispositivo[1] ? 'Editar dispositivo' : 'Dispositivo') : undefined;
}
