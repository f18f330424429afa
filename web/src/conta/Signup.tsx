import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { Link, Navigate } from 'react-router';
import { useSession } from '../lib/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { useInstalacao } from './instalacao.ts';
import { PublicLayout } from './PublicLayout.tsx';
import { SignupForm } from './SignupForm.tsx';

export function Signup() {
  const session = useSession();
  const isClosed = useInstalacao()?.cadastro === 'fechado';
  if (session.status === 'signedIn') return <Navigate to="/home" replace />;
  return (
    <PublicLayout title="Criar conta">
      {isClosed ? (
        <>
          <Alert tone="info">{TEXTOS_CONTA.cadastroFechado}</Alert>
          <Link to="/contato">Contato</Link>
        </>
      ) : (
        <SignupForm />
      )}
      <p className="text-sm text-muted">
        Já tem uma conta? <Link to="/">Entrar</Link>
      </p>
    </PublicLayout>
  );
}
