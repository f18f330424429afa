/** What ffmpeg is told: how to read a camera of each kind, how to write what browsers play. */

export interface Receita {
  tipo: 'rtsp' | 'mjpeg';
  transporte: 'tcp' | 'udp';
  timeoutMs: number;
  transcodificar: boolean;
  /** The stream itself must say what it is: its announcement does not. */
  sondaLonga: boolean;
}

const PROTOCOLOS: Record<string, string> = {
  'rtsp:': 'pipe,rtsp,rtp,tcp,udp',
  'rtsps:': 'pipe,rtsp,rtsps,rtp,tls,tcp,udp',
  'http:': 'pipe,http,tcp',
  'https:': 'pipe,https,tls,tcp',
};

/** With the announcement (SDP) of H.264 nothing need be read ahead: two seconds sooner. */
const sonda = ({ sondaLonga }: Receita): Record<string, number> =>
  sondaLonga
    ? { probesize: 5_000_000, analyzeduration: 5_000_000, fpsprobesize: 0 }
    : { probesize: 32, analyzeduration: 0 };

/** The options of the address, for its ffconcat script. */
export function inputOptions(receita: Receita): Record<string, string | number> {
  const timeout = receita.timeoutMs * 1_000;
  const comuns = { fflags: 'nobuffer' };
  if (receita.tipo === 'mjpeg') {
    // Its frames carry no time of their own: they are shown as they come. And no camera sends us
    // elsewhere: only configured addresses are asked.
    return {
      ...comuns,
      rw_timeout: timeout,
      max_redirects: 0,
      use_wallclock_as_timestamps: 1,
      probesize: 32_768,
      analyzeduration: 0,
    };
  }
  const { transporte } = receita;
  return {
    ...comuns,
    rtsp_transport: transporte,
    allowed_media_types: 'video',
    timeout,
    ...sonda(receita),
  };
}

const COPIA = ['-c:v', 'copy'];

/** One encoding serves all viewers; a key every two seconds at least, so that joining is quick. */
const transcodificacao = (maior: number): string[] => [
  ...['-vf', "scale='min(1280,iw)':-2"],
  ...(maior >= 6 ? ['-fps_mode', 'vfr'] : ['-vsync', 'vfr']),
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
  ...['-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0'],
  ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
];

/** The whole argument list. The address is not in it: it comes through stdin. */
export function ffmpegArgs(receita: Receita, protocolo: string, maior: number): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ...['-fflags', 'nobuffer', '-flags', 'low_delay', '-probesize', '32', '-analyzeduration', '0'],
    ...['-f', 'concat', '-safe', '0', '-protocol_whitelist', PROTOCOLOS[protocolo] ?? 'pipe'],
    ...['-i', 'pipe:0', '-map', '0:v:0', '-an'],
    ...(receita.transcodificar ? transcodificacao(maior) : COPIA),
    ...['-f', 'mp4', '-movflags', '+frag_every_frame+empty_moov+default_base_moof'],
    ...['-flush_packets', '1', 'pipe:1'],
  ];
}
