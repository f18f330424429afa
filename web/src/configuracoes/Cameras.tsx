import { useQuery } from '@tanstack/react-query';
import {
  describeMotivo,
  MOTIVOS_CAMERA,
  needsFfmpeg,
  type SituacaoCameras,
} from '@unipark/contract/camera';
import { clock, number } from '../lib/time/format.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Chip } from '../ui/layout/Chip.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { situacaoCamerasQuery } from './api.ts';
import { Falta } from './Falta.tsx';

type CameraRow = SituacaoCameras['cameras'][number];

const TIPOS: Record<CameraRow['tipo'], string> = {
  rtsp: 'RTSP',
  hls: 'HLS',
  mjpeg: 'MJPEG',
  embed: 'Página incorporada',
  snapshot: 'Imagens',
  demo: 'Demonstração',
};
const ESTADOS = {
  ao_vivo: { tone: 'positive', icon: 'check', texto: 'Ao vivo' },
  conectando: { tone: 'warning', icon: 'refresh', texto: 'Conectando' },
  offline: { tone: 'negative', icon: 'video-off', texto: 'Fora do ar' },
} as const;
/** A camera is opened when a person watches it: until then nothing is wrong with it. */
const EM_ESPERA = { tone: 'neutral', icon: 'video', texto: 'Em espera' } as const;

const findEstado = ({ estado, motivo, espectadores }: CameraRow) =>
  estado === 'offline' && motivo === null && espectadores === 0 ? EM_ESPERA : ESTADOS[estado];

const COLUNAS: readonly Column<CameraRow>[] = [
  { key: 'nome', header: 'Câmera', primary: true, free: true, render: ({ nome }) => nome },
  { key: 'tipo', header: 'Tipo', labelled: true, render: ({ tipo }) => TIPOS[tipo] },
  {
    key: 'estado',
    header: 'Estado',
    labelled: true,
    render: (camera) => {
      const { tone, icon, texto } = findEstado(camera);
      return (
        <Chip tone={tone} icon={icon}>
          {texto}
        </Chip>
      );
    },
  },
  {
    key: 'motivo',
    header: 'Motivo',
    labelled: true,
    free: true,
    render: ({ motivo, tipo }) => (motivo ? describeMotivo(motivo, tipo) : '–'),
  },
  { key: 'desde', header: 'Desde', labelled: true, render: ({ desde }) => clock(desde) },
  {
    key: 'espectadores',
    header: 'Assistindo',
    labelled: true,
    align: 'end',
    render: ({ espectadores }) => number(espectadores),
  },
];

/** A camera that is switched off needs none. */
const isWithoutFfmpeg = ({ tipo, motivo }: CameraRow): boolean =>
  needsFfmpeg(tipo) && motivo !== 'disabled';

/** The cameras as the server sees them. The operator's file configures them, not this page. */
export function Cameras() {
  const consulta = useQuery(situacaoCamerasQuery);
  const { data } = consulta;
  if (!data) {
    return (
      <Panel title="Câmeras">
        <Falta consulta={consulta} />
      </Panel>
    );
  }
  const { arquivo, ffmpeg, cameras } = data;
  return (
    <>
      <h2>Câmeras</h2>
      {arquivo.erro && (
        <Alert tone="danger" role="alert">
          {`O arquivo de câmeras tem um erro e não foi lido. ${arquivo.erro}`}
        </Alert>
      )}
      {ffmpeg === null && cameras.some(isWithoutFfmpeg) && (
        <Alert tone="warning" role="status">
          {`${MOTIVOS_CAMERA.ffmpeg_missing} Instale o pacote ffmpeg do sistema, ou indique o caminho dele em FFMPEG_PATH, e reinicie o UNIPARK.`}
        </Alert>
      )}
      <p className="text-sm text-muted">
        {[
          arquivo.lidoEm && `Arquivo de câmeras lido em ${clock(arquivo.lidoEm)}.`,
          ffmpeg && `Conversor de vídeo: ffmpeg ${ffmpeg.versao} (${ffmpeg.caminho}).`,
          'Os endereços ficam no arquivo de câmeras do servidor e não aparecem aqui.',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <DataTable
        caption="Câmeras"
        columns={COLUNAS}
        rows={cameras}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="video-off"
            title="Nenhuma câmera configurada."
            text="Escreva as câmeras no arquivo indicado por CAMERAS_FILE no servidor."
          />
        }
      />
    </>
  );
}
