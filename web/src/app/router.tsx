import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LazyRouteFunction,
  Navigate,
  type NonIndexRouteObject,
  type RouteObject,
} from 'react-router';
import { whenIdle } from '../lib/parts.ts';
import { Guard } from './Guard.tsx';
import { OVER_ITS_PARENT } from './overlays.ts';
import { RootLayout } from './RootLayout.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import { Starting } from './Starting.tsx';
import { UnknownPath } from './UnknownPath.tsx';

type Lazy = LazyRouteFunction<RouteObject>;

/** A screen in a chunk of its own; a failure of it leaves everything around it standing. */
function page(path: string, load: () => Promise<ComponentType>): NonIndexRouteObject {
  return { path, lazy: screen(load), ErrorBoundary: RouteFailure };
}

/**
 * A chunk that cannot be had becomes a screen that fails when it is drawn: the router, left with an
 * import that failed, would draw nothing at all, header and menu included.
 */
function screen(load: () => Promise<ComponentType>): Lazy {
  return async () => {
    try {
      return { Component: await load() };
    } catch (error) {
      return {
        Component: () => {
          throw error;
        },
      };
    }
  };
}

const shell = screen(() => import('./Shell.tsx').then((file) => file.Shell));
const ficha = () => import('../ficha/DetalheVeiculo.tsx').then((file) => file.DetalheVeiculo);
const login = () => import('../conta/Login.tsx').then((file) => file.Login);

/** The sections of the settings, below their common head. */
const configuracoes: RouteObject[] = [
  { index: true, element: <Navigate to="dispositivos" replace /> },
  page('dispositivos', () =>
    import('../dispositivos/Dispositivos.tsx').then((file) => file.Dispositivos),
  ),
  page('dispositivos/novo', () =>
    import('../dispositivos/NovoDispositivo.tsx').then((file) => file.NovoDispositivo),
  ),
  page('dispositivos/:id', () =>
    import('../dispositivos/Dispositivo.tsx').then((file) => file.Dispositivo),
  ),
  page('dispositivos/:id/editar', () =>
    import('../dispositivos/EditarDispositivo.tsx').then((file) => file.EditarDispositivo),
  ),
  page('cameras', () => import('../configuracoes/Cameras.tsx').then((file) => file.Cameras)),
  page('alertas', () => import('../configuracoes/Alertas.tsx').then((file) => file.Alertas)),
  page('catalogo', () => import('../fipe/Catalogo.tsx').then((file) => file.Catalogo)),
  page('mensagens', () =>
    import('../conta/mensagens/Mensagens.tsx').then((file) => file.Mensagens),
  ),
  page('usuarios', () => import('../conta/usuarios/Usuarios.tsx').then((file) => file.Usuarios)),
];

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: Starting,
    ErrorBoundary: RouteFailure,
    children: [
      page('/', login),
      page('/login', login),
      page('/signup', () => import('../conta/Signup.tsx').then((file) => file.Signup)),
      page('/passwordrecovery', () =>
        import('../conta/PasswordRecovery.tsx').then((file) => file.PasswordRecovery),
      ),
      page('/contato', () => import('../conta/Contato.tsx').then((file) => file.Contato)),
      page('/privacidade', () => import('./Privacidade.tsx').then((file) => file.Privacidade)),
      page('/acessibilidade', () =>
        import('./Acessibilidade.tsx').then((file) => file.Acessibilidade),
      ),
      {
        Component: Guard,
        children: [
          {
            lazy: shell,
            ErrorBoundary: RouteFailure,
            children: [
              page('/home', () => import('./Home.tsx').then((file) => file.Home)),
              page('/teste', () => import('./Teste.tsx').then((file) => file.Teste)),
              page('/aovivo', () => import('../aovivo/AoVivo.tsx').then((file) => file.AoVivo)),
              page('/portaria', () =>
                import('../portaria/Portaria.tsx').then((file) => file.Portaria),
              ),
              page('/historico', () =>
                import('../passagens/Historico.tsx').then((file) => file.Historico),
              ),
              page('/historico/:placa', () =>
                import('../passagens/HistoricoVeiculo.tsx').then((file) => file.HistoricoVeiculo),
              ),
              {
                path: '/configuracoes',
                lazy: screen(() =>
                  import('../configuracoes/Configuracoes.tsx').then((file) => file.Configuracoes),
                ),
                ErrorBoundary: RouteFailure,
                children: configuracoes,
              },
              page('/perfil', () => import('../conta/Perfil.tsx').then((file) => file.Perfil)),
              page('/proprietarios', () =>
                import('../proprietarios/Proprietarios.tsx').then((file) => file.Proprietarios),
              ),
              page('/proprietarios/consultar', () =>
                import('../proprietarios/ConsultarProprietarios.tsx').then(
                  (file) => file.ConsultarProprietarios,
                ),
              ),
              page('/proprietarios/cadastrar', () =>
                import('../proprietarios/CadastrarProprietario.tsx').then(
                  (file) => file.CadastrarProprietario,
                ),
              ),
              page('/veiculos', () =>
                import('../veiculos/Veiculos.tsx').then((file) => file.Veiculos),
              ),
              {
                ...page('/veiculos/consultar', () => {
                  whenIdle(ficha);
                  return import('../veiculos/consulta/ConsultarVeiculos.tsx').then(
                    (file) => file.ConsultarVeiculos,
                  );
                }),
                children: [{ ...page(':placa', ficha), handle: OVER_ITS_PARENT }],
              },
              page('/veiculos/cadastrar', () =>
                import('../veiculos/cadastro/CadastrarVeiculo.tsx').then(
                  (file) => file.CadastrarVeiculo,
                ),
              ),
            ],
          },
        ],
      },
      { path: '*', Component: UnknownPath },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
