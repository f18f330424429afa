/** ffmpeg's options: how to read each kind of camera, and how to write what browsers play. */

export interface FfmpegRecipe {
  tipo: 'rtsp' | 'mjpeg';
  transporte: 'tcp' | 'udp';
  timeoutMs: number;
  transcodificar: boolean;
  /** Probe the stream longer, because its announcement is incomplete. */
  sondaLonga: boolean;
}

const PROTOCOLOS: Record<string, string> = {
  'rtsp:': 'pipe,rtsp,rtp,tcp,udp',
  'rtsps:': 'pipe,rtsp,rtsps,rtp,tls,tcp,udp',
  'http:': 'pipe,http,tcp',
  'https:': 'pipe,https,tls,tcp',
};

/** With the announcement (SDP) of H.264 no probing is needed: the start is two seconds faster. */
const probeOptions = ({ sondaLonga }: FfmpegRecipe): Record<string, number> =>
  sondaLonga
    ? { probesize: 5_000_000, analyzeduration: 5_000_000, fpsprobesize: 0 }
    : { probesize: 32, analyzeduration: 0 };

export function inputOptions(receita: FfmpegRecipe): Record<string, string | number> {
  const timeout = receita.timeoutMs * 1_000;
  const comuns = { fflags: 'nobuffer' };
  if (receita.tipo === 'mjpeg') {
    // The frames have no timestamps: they are shown on arrival. Redirects are refused: only
    // configured addresses are requested.
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
    ...probeOptions(receita),
  };
}

const COPIA = ['-c:v', 'copy'];

/** One encoding serves all viewers; a key frame at least every two seconds makes joining quick. */
const transcodingArgs = (maior: number): string[] => [
  ...['-vf', "scale='min(1280,iw)':-2"],
  ...(maior >= 6 ? ['-fps_mode', 'vfr'] : ['-vsync', 'vfr']),
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
  ...['-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0'],
  ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
];

/** The whole argument list. The address is not in it: ffmpeg reads it from stdin. */
export function ffmpegArgs(receita: FfmpegRecipe, protocolo: string, maior: number): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ...['-fflags', 'nobuffer', '-flags', 'low_delay', '-probesize', '32', '-analyzeduration', '0'],
    ...['-f', 'concat', '-safe', '0', '-protocol_whitelist', PROTOCOLOS[protocolo] ?? 'pipe'],
    ...['-i', 'pipe:0', '-map', '0:v:0', '-an'],
    ...(receita.transcodificar ? transcodingArgs(maior) : COPIA),
    ...['-f', 'mp4', '-movflags', '+frag_every_frame+empty_moov+default_base_moof'],
    ...['-flush_packets', '1', 'pipe:1'],
  ];
}
