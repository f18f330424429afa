import { useMutation, useQuery } from '@tanstack/react-query';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { estadoAvisosQuery, toggleAvisos } from './api.ts';

/** The administration's switch, with what leaves the server. */
export function LigarAvisos() {
  const consulta = useQuery(estadoAvisosQuery);
  const { mutate, isPending } = useMutation(toggleAvisos);
  return (
    <Panel title="Avisos em aparelhos">
      <p className="text-muted">
        Cada pessoa pode receber os alertas no próprio celular ou computador, mesmo com o UNIPARK
        fechado. Para isso o servidor envia ao serviço do fabricante do navegador (Google, Mozilla,
        Apple ou Microsoft) o tipo do alerta e o número da passagem, cifrados, e o endereço ou
        e-mail desta instalação. Nenhuma placa, nome ou foto é enviada.
      </p>
      {consulta.data ? (
        <Checkbox
          role="switch"
          label="Permitir avisos em aparelhos"
          checked={consulta.data.ligado}
          disabled={isPending}
          onChange={({ target }) => mutate(target.checked)}
        />
      ) : consulta.error ? (
        <FailedQuery query={consulta} />
      ) : (
        <Skeleton height={44} />
      )}
    </Panel>
  );
}
