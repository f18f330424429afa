/** Why a camera shows no picture: a closed list, the only words that reach a screen. */
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
} as const;
export type MotivoCamera = keyof typeof MOTIVOS_CAMERA;
