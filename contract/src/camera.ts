import * as z from 'zod/mini';

export const TIPOS_CAMERA = ['rtsp', 'hls', 'mjpeg', 'embed', 'snapshot', 'demo'] as const;
export type TipoCamera = (typeof TIPOS_CAMERA)[number];

/** Why a camera shows no picture. The list is closed: a screen shows no other words. */
export const MOTIVOS_CAMERA = {
  unreachable: 'Sem resposta da câmera na rede.',
  refused: 'A câmera recusou a conexão. Confira porta e serviço RTSP.',
  auth_failed: 'Usuário ou senha da câmera incorretos.',
  not_found: 'A câmera respondeu, mas este canal não existe.',
  stalled: 'A câmera parou de enviar imagens. Tentando de novo…',
  closed: 'A câmera encerrou a transmissão. Reconectando…',
  codec_unsupported: 'Formato de vídeo não suportado. Configure o substream em H.264.',
  transport_unsupported: 'A câmera não aceita este transporte. Troque entre TCP e UDP.',
  ffmpeg_missing: 'O conversor de vídeo (ffmpeg 5 ou mais novo) não está instalado no servidor.',
  server_busy: 'Limite de vídeos simultâneos atingido. Feche outra janela e tente de novo.',
  disabled: 'Câmera desativada na configuração.',
  not_configured: 'Câmera não configurada.',
  file_refused:
    'O arquivo de câmeras do servidor tem um erro. O vídeo volta quando ele for corrigido.',
} as const;
export type MotivoCamera = keyof typeof MOTIVOS_CAMERA;

/** What differs for a camera that is asked over HTTP: it has no RTSP service, channel or substream. */
const MOTIVOS_HTTP: Partial<Record<MotivoCamera, string>> = {
  refused: 'A câmera recusou a conexão. Confira o endereço e a porta.',
  not_found: 'A câmera respondeu, mas este endereço não existe.',
  codec_unsupported: 'Formato de vídeo não suportado. Configure a câmera em H.264.',
};
const MOTIVOS_TIPO: Partial<Record<TipoCamera, Partial<Record<MotivoCamera, string>>>> = {
  hls: MOTIVOS_HTTP,
  mjpeg: {
    ...MOTIVOS_HTTP,
    codec_unsupported: 'O endereço não envia vídeo MJPEG. Confira o endereço.',
  },
  embed: MOTIVOS_HTTP,
  snapshot: {
    ...MOTIVOS_HTTP,
    codec_unsupported: 'O endereço não envia uma imagem JPEG. Confira o endereço.',
    closed: 'A câmera encerrou a conexão. Tentando de novo…',
  },
};

/** The sentence of a reason, for a camera of this kind where it is known. */
export const describeMotivo = (motivo: MotivoCamera, tipo?: TipoCamera): string =>
  (tipo && MOTIVOS_TIPO[tipo]?.[motivo]) ?? MOTIVOS_CAMERA[motivo];

/** Only video of these kinds passes through ffmpeg. */
export const needsFfmpeg = (tipo: TipoCamera): boolean => tipo === 'rtsp' || tipo === 'mjpeg';
export const NOMES_MOTIVO = Object.keys(MOTIVOS_CAMERA) as [MotivoCamera, ...MotivoCamera[]];

/** The server derives the state from the frames it receives, not from what the engine reports. */
export const ESTADOS_CAMERA = ['conectando', 'ao_vivo', 'offline'] as const;
export type EstadoCamera = (typeof ESTADOS_CAMERA)[number];

/** How the picture reaches the browser. The tile shows this name. */
export const MODOS_CAMERA = ['video', 'hls', 'imagem', 'embed'] as const;
export type ModoCamera = (typeof MODOS_CAMERA)[number];

const Estado = {
  estado: z.enum(ESTADOS_CAMERA),
  motivo: z.nullable(z.enum(NOMES_MOTIVO)),
  /** When this state began. */
  desde: z.string(),
};

/** A configured camera. Its address, user and password never leave the server. */
export const Camera = z.object({
  id: z.string(),
  nome: z.string(),
  tipo: z.enum(TIPOS_CAMERA),
  modo: z.enum(MODOS_CAMERA),
  ...Estado,
  codec: z.nullable(z.string()),
  largura: z.nullable(z.int()),
  altura: z.nullable(z.int()),
  embedUrl: z.optional(z.string()),
});
export type Camera = z.infer<typeof Camera>;

/** State of the server's video, for the operator. */
export const SituacaoCameras = z.object({
  /** The video engine; null when none was found. */
  ffmpeg: z.nullable(z.object({ caminho: z.string(), versao: z.string() })),
  arquivo: z.object({
    configurado: z.boolean(),
    /** The error in the file as it is now; the cameras in use come from the last valid file. */
    erro: z.nullable(z.string()),
    /** When the cameras in use were read. */
    lidoEm: z.nullable(z.string()),
  }),
  cameras: z.array(
    z.extend(Camera, { espectadores: z.int(), ultimoQuadroEm: z.nullable(z.string()) }),
  ),
});
export type SituacaoCameras = z.infer<typeof SituacaoCameras>;

/** A ticket for one camera's stream: 256 bits, single use, 30 s. */
export const TicketCamera = z.object({ ticket: z.string(), expiraEm: z.string() });
export type TicketCamera = z.infer<typeof TicketCamera>;

/** Subprotocol of the stream. The ticket is another, `ticket.<t>`, and never in an address. */
export const PROTOCOLO_CAMERA = 'unipark.v1';

/** Address of a camera's HLS playlist; its segments have paths relative to it. */
export const hlsPathOf = (id: string): string => `/api/cameras/${encodeURIComponent(id)}/hls/`;

/** Text frames of the socket; a binary frame is fragmented MP4, which `init` describes. */
export const MensagemCamera = z.discriminatedUnion('t', [
  z.object({ t: z.literal('state'), ...Estado }),
  z.object({
    t: z.literal('init'),
    /** Counts the restarts of the stream: the player rebuilds itself when it changes. */
    epoca: z.int(),
    /** MIME type for MSE, such as 'video/mp4; codecs="avc1.42C01E"'. */
    tipo: z.string(),
    largura: z.int(),
    altura: z.int(),
  }),
]);
export type MensagemCamera = z.infer<typeof MensagemCamera>;

/** Places of the live panel; cameras with these ids fill them. */
export const LUGARES_CAMERA = ['1', '2', '3', '4'] as const;
