import { useMutation } from '@tanstack/react-query';
import { DIALETOS, type Dispositivo } from '@unipark/contract/dispositivo';
import { ROTULOS_SENTIDO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { Link } from 'react-router';
import { clock } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { sendTeste } from './api.ts';

const describeLugar = ({ camera, sentido }: UltimoVeiculo): string =>
  [
    camera ? `câmera ${camera}` : 'sem câmera',
    `sentido ${sentido ? ROTULOS_SENTIDO[sentido].toLowerCase() : 'não informado'}`,
  ].join(', ');

type EnviarTesteProps = { dispositivo: Pick<Dispositivo, 'id' | 'dialeto' | 'ativo'> };

/** Shows how a reading of this maker arrives with the device's settings, before any camera sends. */
export function EnviarTeste({ dispositivo: { id, dialeto, ativo } }: EnviarTesteProps) {
  const { mutate, isPending, data } = useMutation(sendTeste);
  return (
    <Panel
      title="Leitura de teste"
      actions={
        <Button loading={isPending} disabled={!ativo} onClick={() => mutate(id)}>
          Enviar teste
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {`Envia uma leitura no formato ${DIALETOS[dialeto]}, com as configurações deste dispositivo. A conexão da câmera só é confirmada pela primeira leitura dela.`}
      </p>
      <p role="status" className="min-h-11 text-sm">
        {data && (
          <>
            {`Recebida em ${clock(data.instante)}: placa `}
            <span translate="no" className="font-plate text-lg font-semibold">
              {data.placa}
            </span>
            {`, ${describeLugar(data)}. `}
            <Link to="/aovivo" className="underline">
              Ver em Ao Vivo
            </Link>
          </>
        )}
      </p>
    </Panel>
  );
}
