import { useQuery } from '@tanstack/react-query';
import type { EstadoCorreio } from '@unipark/contract/usuario';
import { clock, number } from '../../lib/time/format.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Delayed } from '../../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { estadoCorreioQuery } from './api.ts';

const isFailing = ({ pendentes, ultimoErroEm, ultimoEnvioEm }: EstadoCorreio): boolean =>
  pendentes > 0 &&
  ultimoErroEm !== null &&
  (ultimoEnvioEm === null || ultimoErroEm > ultimoEnvioEm);

function Fatos({ estado }: { estado: EstadoCorreio }) {
  const { pendentes, desistidos, ultimoEnvioEm, ultimoErro, ultimoErroEm } = estado;
  return (
    <Facts>
      <Fact label="Situação">
        {isFailing(estado) ? (
          <Chip tone="negative" icon="warning">
            Com falha
          </Chip>
        ) : (
          <Chip tone="positive" icon="check">
            Configurado
          </Chip>
        )}
      </Fact>
      <Fact label="Na fila">{number(pendentes)}</Fact>
      {desistidos > 0 && (
        <Fact label="Não entregues">{`${number(desistidos)} nos últimos 7 dias`}</Fact>
      )}
      <Fact label="Último envio">{ultimoEnvioEm ? clock(ultimoEnvioEm) : 'Nenhum'}</Fact>
      <Fact label="Último erro">
        {ultimoErro && ultimoErroEm ? (
          <>
            <p>{ultimoErro}</p>
            <p className="text-sm text-muted">{clock(ultimoErroEm)}</p>
          </>
        ) : (
          'Nenhum'
        )}
      </Fact>
    </Facts>
  );
}

/** How mail is sent; without a mail server, what does not work and what to set. */
export function EstadoDoEnvio() {
  const query = useQuery(estadoCorreioQuery);
  const { data, error } = query;
  return (
    <Panel title="E-mail">
      {error && !data && <FailedQuery query={query} />}
      {!error && !data && (
        <Delayed>
          <Skeleton height={120} />
        </Delayed>
      )}
      {data?.configurado && <Fatos estado={data} />}
      {data && !data.configurado && (
        <Alert tone="warning" role="status">
          <p>Nenhum e-mail é enviado: o servidor de e-mail não está configurado.</p>
          <p className="font-normal">
            Sem ele não há recuperação de senha por e-mail, confirmação de endereço nem convite
            enviado: a administração entrega os links. As mensagens de contato ficam só aqui. Para
            ativar, defina SMTP_URL e MAIL_FROM no servidor e reinicie o UNIPARK.
          </p>
        </Alert>
      )}
    </Panel>
  );
}
