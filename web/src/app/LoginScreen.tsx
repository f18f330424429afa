import { Login } from '../conta/Login.tsx';
import { Placa } from '../veiculos/Placa.tsx';

/** The login, with a plate for its panel: `conta` itself knows nothing of plates. */
export function LoginScreen() {
  return <Login plate={<Placa placa="RIO2A18" decorativa />} />;
}
