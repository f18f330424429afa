/** Every screen in one row: its address, its title, its chunk, its entry in the menu. */
import { type ComponentType, createElement } from 'react';
import { matchRoutes } from 'react-router';
import { whenIdle } from '../lib/wire/parts.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface Screen {
  path: string;
  /** The window's title; a function of the parameter in the address. */
  title: string | ((parametro: string) => string);
  load: () => Promise<ComponentType>;
  /** Its entry in the side menu, after those above; without a label it is the title. */
  menu?: { label?: string; icon?: IconName };
  /** Only for the administration: the palette offers it only there. */
  admin?: true;
  /** Drawn over the screen that it is a child of. */
  over?: true;
  /** The child that its own address leads to. */
  first?: string;
  /** Screens inside this one, by their whole address. */
  children?: Screen[];
}

const loadLogin = () => import('../conta/entrada/Login.tsx').then((file) => file.Login);
const loadImportar = () => import('../importacoes/Importar.tsx').then((file) => file.Importar);
const loadFicha = () => import('../ficha/DetalheVeiculo.tsx').then((file) => file.DetalheVeiculo);
const loadProprietario = () =>
  import('../ficha/proprietario/DetalheProprietario.tsx').then((file) => file.DetalheProprietario);

export const OPEN_SCREENS: readonly Screen[] = [
  { path: '/', title: 'Entrar', load: loadLogin },
  { path: '/login', title: 'Entrar', load: loadLogin },
  {
    path: '/signup',
    title: 'Criar conta',
    load: () => import('../conta/cadastro/Signup.tsx').then((file) => file.Signup),
  },
  {
    path: '/passwordrecovery',
    title: 'Recuperar conta',
    load: () => import('../conta/senha/PasswordRecovery.tsx').then((file) => file.PasswordRecovery),
  },
  {
    path: '/contato',
    title: 'Contato',
    load: () => import('../conta/Contato.tsx').then((file) => file.Contato),
  },
  {
    path: '/visita',
    title: 'Sua visita',
    load: () => import('../visitantes/Visita.tsx').then((file) => file.Visita),
  },
  {
    path: '/privacidade',
    title: 'Privacidade',
    load: () => import('./pages/Privacidade.tsx').then((file) => file.Privacidade),
  },
  {
    path: '/acessibilidade',
    title: 'Acessibilidade',
    load: () => import('./pages/Acessibilidade.tsx').then((file) => file.Acessibilidade),
  },
];

const CONFIGURACOES: Screen[] = [
  {
    path: '/configuracoes/dispositivos',
    title: 'Dispositivos',
    load: () => import('../dispositivos/Dispositivos.tsx').then((file) => file.Dispositivos),
  },
  {
    path: '/configuracoes/dispositivos/novo',
    title: 'Novo dispositivo',
    load: () =>
      import('../dispositivos/formulario/NovoDispositivo.tsx').then((file) => file.NovoDispositivo),
  },
  {
    path: '/configuracoes/dispositivos/:id',
    title: 'Dispositivo',
    load: () => import('../dispositivos/Dispositivo.tsx').then((file) => file.Dispositivo),
  },
  {
    path: '/configuracoes/dispositivos/:id/editar',
    title: 'Editar dispositivo',
    load: () =>
      import('../dispositivos/formulario/EditarDispositivo.tsx').then(
        (file) => file.EditarDispositivo,
      ),
  },
  {
    path: '/configuracoes/cameras',
    title: 'Câmeras',
    load: () => import('../configuracoes/Cameras.tsx').then((file) => file.Cameras),
  },
  {
    path: '/configuracoes/alertas',
    title: 'Alertas',
    load: () => import('../configuracoes/Alertas.tsx').then((file) => file.Alertas),
  },
  {
    path: '/configuracoes/catalogo',
    title: 'Catálogo',
    load: () => import('../fipe/Catalogo.tsx').then((file) => file.Catalogo),
  },
  {
    path: '/configuracoes/copias',
    title: 'Cópias',
    load: () => import('../copias/Copias.tsx').then((file) => file.Copias),
  },
  {
    path: '/configuracoes/retencao',
    title: 'Retenção',
    load: () => import('../retencao/Retencao.tsx').then((file) => file.Retencao),
  },
  {
    path: '/configuracoes/auditoria',
    title: 'Auditoria',
    load: () => import('../auditoria/Auditoria.tsx').then((file) => file.Auditoria),
  },
  {
    path: '/configuracoes/mensagens',
    title: 'Mensagens',
    load: () => import('../conta/mensagens/Mensagens.tsx').then((file) => file.Mensagens),
  },
  {
    path: '/configuracoes/usuarios',
    title: 'Usuários',
    load: () => import('../conta/usuarios/Usuarios.tsx').then((file) => file.Usuarios),
  },
];

/** The screens of a signed-in person. The menu begins with the entries of the specification. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/home',
    title: 'Página Inicial',
    menu: { icon: 'home' },
    // The titles are a value passed in: an import would be a cycle.
    load: () =>
      import('./pages/Home.tsx').then(
        ({ Home }) =>
          () =>
            createElement(Home, { titleOf }),
      ),
  },
  {
    path: '/teste',
    title: 'Teste',
    menu: { icon: 'flask' },
    load: () => import('./pages/Teste.tsx').then((file) => file.Teste),
  },
  {
    path: '/aovivo',
    title: 'Ao Vivo',
    menu: { icon: 'video' },
    load: () => import('../aovivo/AoVivo.tsx').then((file) => file.AoVivo),
  },
  {
    path: '/portaria',
    title: 'Portaria',
    load: () => import('../portaria/Portaria.tsx').then((file) => file.Portaria),
  },
  { path: '/importar', title: 'Importar', load: loadImportar },
  { path: '/importar/:id', title: 'Importar', load: loadImportar },
  {
    path: '/visitantes',
    title: 'Visitantes',
    load: () => import('../visitantes/Visitantes.tsx').then((file) => file.Visitantes),
  },
  {
    path: '/visitantes/links',
    title: 'Links de visita',
    load: () => import('../visitantes/LinksVisita.tsx').then((file) => file.LinksVisita),
  },
  {
    path: '/historico',
    title: 'Histórico',
    load: () => import('../passagens/historico/Historico.tsx').then((file) => file.Historico),
  },
  {
    path: '/historico/:placa',
    title: (placa) => `Histórico de ${placa}`,
    load: () =>
      import('../passagens/linhaDoTempo/HistoricoVeiculo.tsx').then(
        (file) => file.HistoricoVeiculo,
      ),
  },
  {
    path: '/relatorios',
    title: 'Relatórios',
    load: () => import('../relatorios/Relatorios.tsx').then((file) => file.Relatorios),
  },
  {
    path: '/configuracoes',
    title: 'Configurações',
    admin: true,
    load: () => import('../configuracoes/Configuracoes.tsx').then((file) => file.Configuracoes),
    first: 'dispositivos',
    children: CONFIGURACOES,
  },
  {
    path: '/perfil',
    title: 'Perfil',
    load: () => import('../conta/Perfil.tsx').then((file) => file.Perfil),
  },
  {
    path: '/proprietarios',
    title: 'Proprietários',
    menu: { icon: 'users' },
    load: () => import('../proprietarios/Proprietarios.tsx').then((file) => file.Proprietarios),
  },
  {
    path: '/proprietarios/consultar',
    title: 'Consulta de Proprietários',
    menu: { label: 'Consultar Proprietários' },
    load: () => {
      whenIdle(loadProprietario);
      return import('../proprietarios/ConsultarProprietarios.tsx').then(
        (file) => file.ConsultarProprietarios,
      );
    },
    children: [
      {
        path: '/proprietarios/consultar/:matricula',
        title: (matricula) => `Proprietário ${matricula}`,
        load: loadProprietario,
        over: true,
      },
    ],
  },
  {
    path: '/proprietarios/cadastrar',
    title: 'Cadastrar Novo Proprietário',
    menu: { label: 'Novo Proprietário' },
    load: () =>
      import('../proprietarios/CadastrarProprietario.tsx').then(
        (file) => file.CadastrarProprietario,
      ),
  },
  {
    path: '/veiculos',
    title: 'Veículos',
    menu: { icon: 'car' },
    load: () => import('../veiculos/Veiculos.tsx').then((file) => file.Veiculos),
  },
  {
    path: '/veiculos/consultar',
    title: 'Consulta de Veículos',
    menu: { label: 'Consultar Veículos' },
    load: () => {
      whenIdle(loadFicha);
      return import('../veiculos/consulta/ConsultarVeiculos.tsx').then(
        (file) => file.ConsultarVeiculos,
      );
    },
    children: [
      {
        path: '/veiculos/consultar/:placa',
        title: (placa) => `Veículo ${placa.toUpperCase()}`,
        load: loadFicha,
        over: true,
      },
    ],
  },
  {
    path: '/veiculos/adesivos',
    title: 'Adesivos',
    load: () => import('../adesivos/Adesivos.tsx').then((file) => file.Adesivos),
  },
  {
    path: '/veiculos/cadastrar',
    title: 'Novo Veículo',
    menu: { label: 'Novo Veículo' },
    load: () =>
      import('../veiculos/cadastro/CadastrarVeiculo.tsx').then((file) => file.CadastrarVeiculo),
  },
];

/** Title of the screen at an address, with or without its query. */
export function titleOf(address: string): string | undefined {
  const path = address.split(/[?#]/)[0] ?? '';
  const match = matchRoutes([...OPEN_SCREENS, ...SCREENS], path)?.at(-1);
  const title = match?.route.title;
  return typeof title === 'function' ? title(Object.values(match?.params ?? {})[0] ?? '') : title;
}
