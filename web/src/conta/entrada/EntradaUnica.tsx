import { usePageState } from '../../lib/screen/pageState.ts';
import { buttonClass } from '../../ui/button/buttonLook.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { useInstalacao } from '../instalacao.ts';

export function EntradaUnica() {
  const oidc = useInstalacao()?.oidc;
  const { de, falha } = usePageState();
  if (!oidc) return null;
  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        ou
      </p>
      {falha && <Alert tone="danger">{falha}</Alert>}
      <a
        href={`/api/auth/oidc/entrar${de ? `?de=${encodeURIComponent(de)}` : ''}`}
        className={buttonClass({ size: 'lg', block: true }, 'whitespace-normal! text-center')}
      >
        Entrar com {oidc.nome}
      </a>
    </div>
  );
}
