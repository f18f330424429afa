import { useQuery } from '@tanstack/react-query';
import { DIALETOS } from '@unipark/contract/dispositivo';
import { Link, useParams } from 'react-router';
import { asApiError } from '../lib/wire/errors.ts';
import { CopyText } from '../ui/button/CopyText.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { AcoesDispositivo } from './AcoesDispositivo.tsx';
import { dispositivoQuery } from './api.ts';
import { EnviarTeste } from './EnviarTeste.tsx';
import { EstadoDispositivo } from './EstadoDispositivo.tsx';
import { FatosDispositivo } from './FatosDispositivo.tsx';
import { GraficoPorHora } from './GraficoPorHora.tsx';
import { Quarentena } from './Quarentena.tsx';
import { CAMINHO_DISPOSITIVOS } from './rotas.ts';
import { SituacaoDispositivo } from './SituacaoDispositivo.tsx';

export function Dispositivo() {
  const { id = '' } = useParams();
  const consulta = useQuery(dispositivoQuery(id));
  const { data: dispositivo } = consulta;
  // Another person may have deleted it while it was shown.
  const sumiu = consulta.error !== null && asApiError(consulta.error).status === 404;
  if (!dispositivo || sumiu) return <EstadoDispositivo consulta={consulta} />;
  const { nome, dialeto, situacao, endereco, por_hora, quarentena, relogio, digest_pede_token } =
    dispositivo;
  return (
    <>
      <Link
        to={CAMINHO_DISPOSITIVOS}
        className="inline-flex min-h-11 items-center gap-1 self-start"
      >
        <Icon name="chevron-left" size={18} />
        Dispositivos
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-xl wrap-anywhere">{nome}</h2>
        <SituacaoDispositivo situacao={situacao} />
        <span className="mr-auto text-sm text-muted">{DIALETOS[dialeto]}</span>
        <AcoesDispositivo dispositivo={dispositivo} />
      </div>
      {situacao === 'aguardando' && (
        <Alert role="status">
          {`Aguardando primeira leitura. Cole na câmera ou no programa o endereço abaixo${endereco.includes('***') ? ', com o token no lugar de ***' : ''}.`}
        </Alert>
      )}
      {relogio && <Alert tone="warning">{relogio.frase}</Alert>}
      {digest_pede_token && (
        <Alert tone="warning">
          A autenticação Digest foi ativada depois da criação do token. Troque o token para usá-la.
        </Alert>
      )}
      <Panel title="Endereço para colar">
        <CopyText label="Endereço" text={endereco} />
      </Panel>
      <EnviarTeste dispositivo={dispositivo} />
      <Grid columns={2}>
        <FatosDispositivo dispositivo={dispositivo} />
        <GraficoPorHora por_hora={por_hora} />
      </Grid>
      <Quarentena id={id} total={quarentena} />
    </>
  );
}
