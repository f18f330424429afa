import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useIsAdmin } from '../lib/session/session.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import './configuracoes.css';

const SECOES = [
  ['dispositivos', 'Dispositivos'],
  ['cameras', 'Câmeras'],
  ['alertas', 'Alertas'],
  ['catalogo', 'Catálogo'],
  ['copias', 'Cópias'],
  ['retencao', 'Retenção'],
  ['auditoria', 'Auditoria'],
  ['mensagens', 'Mensagens'],
  ['usuarios', 'Usuários'],
] as const;

/** The settings of administrators. The server refuses other accounts; the page says so first. */
export function Configuracoes() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the sections scroll sideways: the open one is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which one is open
  useEffect(() => {
    const aberta = nav.current?.querySelector('[aria-current="page"]');
    aberta?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  if (!useIsAdmin()) return <SemPermissao />;
  return (
    <>
      <PageHeader title="Configurações" />
      <nav ref={nav} aria-label="Configurações" className="secoes">
        {SECOES.map(([caminho, nome]) => (
          <NavLink key={caminho} to={caminho}>
            {nome}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

function SemPermissao() {
  return (
    <>
      <PageHeader title="Configurações" />
      <Panel as="div">
        <EmptyState
          icon="ban"
          title="Você não tem permissão para ver esta tela."
          text="Só administradores acessam as configurações. Se precisar, fale com a administração do estacionamento."
        >
          <ButtonLink variant="primary" to="/home">
            Página Inicial
          </ButtonLink>
        </EmptyState>
      </Panel>
    </>
  );
}
