/** The operator's fields of a camera. Each refusal is a sentence that says what to change. */
import { TIPOS_CAMERA, type TipoCamera } from '@unipark/contract/camera';
import { cleanLine, isBlank, tidyText } from '@unipark/contract/texto';
import * as z from 'zod/mini';

const ESQUEMAS: Record<TipoCamera, string[]> = {
  rtsp: ['rtsp:', 'rtsps:'],
  mjpeg: ['http:', 'https:'],
  hls: ['http:', 'https:'],
  snapshot: ['http:', 'https:'],
  // The browser loads this address, and a page on https loads no http frame.
  embed: ['https:'],
  demo: [],
};

const CLIPES = ['1', '2', '3', '4'];
const CAMERAS_MAXIMO = 64;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const INVISIVEL = /[\x00-\x20\x7f]/;
const PARECE_SEGREDO = /token|key|senha|pass|pwd|secret|auth|sig|jwt|sess|cred|usu[aá]rio|user/i;

const textField = (maximo: number) =>
  z.string('escreva um texto.').check(
    z.overwrite((valor) => (isBlank(valor) ? '' : tidyText(valor))),
    z.minLength(1, 'não pode ficar em branco.'),
    z.maxLength(maximo, `use até ${maximo} caracteres.`),
  );

const flagField = (padrao: boolean) => z._default(z.boolean('use true ou false.'), padrao);

const choiceField = <const T extends readonly string[]>(valores: T) =>
  z.enum(valores, `use ${valores.join(', ')}.`);

const integerField = (de: number, ate: number) => {
  const frase = `use um número inteiro de ${de} a ${ate}.`;
  return z.int(frase).check(z.gte(de, frase), z.lte(ate, frase));
};

const OBJETO = 'escreva um objeto JSON, entre chaves.';

const AjustesShape = z.strictObject(
  {
    id: z
      .string('escreva um texto.')
      .check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/i, 'use letras, números e hífen (até 32).')),
    nome: textField(60).check(
      z.refine((valor) => cleanLine(valor) === valor, 'retire quebras de linha e invisíveis.'),
    ),
    tipo: choiceField(TIPOS_CAMERA),
    url: z.nullish(textField(2_000)),
    usuario: z.nullish(textField(64)),
    senhaEnv: z.nullish(
      z.string('escreva um texto.').check(z.regex(/^[A-Z_]\w{0,63}$/i, 'não é nome de variável.')),
    ),
    senhaArquivo: z.nullish(textField(1_000)),
    transporte: z._default(choiceField(['tcp', 'udp']), 'tcp'),
    codec: z._default(choiceField(['auto', 'h264', 'transcodificar']), 'auto'),
    snapshotUrl: z.nullish(textField(2_000)),
    sempreLigada: flagField(false),
    ativa: flagField(true),
    timeoutMs: z._default(integerField(1_000, 30_000), 5_000),
    permitirSenhaEmArgumentos: flagField(false),
    clipe: z.nullish(integerField(1, CLIPES.length)),
  },
  OBJETO,
);
type AjustesShape = z.infer<typeof AjustesShape>;

/** The error in an address; '' when it is valid. The sentence never repeats the address. */
function addressFault(valor: string, esquemas: string[]): string {
  if (INVISIVEL.test(valor)) return 'tem espaço ou caractere invisível.';
  if (!URL.canParse(valor)) return 'não é um endereço completo.';
  const url = new URL(valor);
  if (!esquemas.includes(url.protocol)) return `use ${esquemas.join('// ou ')}//.`;
  if (!url.hostname) return 'falta o nome ou o IP da câmera.';
  if (url.username || url.password) {
    return 'tire usuário e senha do endereço: use os campos usuario e senhaEnv (ou senhaArquivo).';
  }
  return '';
}

/** Every viewer receives the address of an embedded page, so it must contain no secret. */
function embedFault(valor: string): string {
  const { searchParams, hash } = new URL(valor);
  const nomes = [...searchParams.keys(), ...new URLSearchParams(hash.slice(1)).keys()];
  const suspeito = nomes.some((nome) => PARECE_SEGREDO.test(nome));
  return suspeito
    ? 'parece conter uma senha ou chave, e este endereço é enviado ao navegador.'
    : '';
}

function urlFault({ tipo, url }: AjustesShape): string {
  if (tipo === 'demo') return url ? 'não se usa em câmera demo: escolha o campo clipe.' : '';
  if (!url) return 'falta o endereço da câmera.';
  return addressFault(url, ESQUEMAS[tipo]) || (tipo === 'embed' ? embedFault(url) : '');
}

function senhaFault({ tipo, usuario, senhaEnv, senhaArquivo }: AjustesShape): string {
  if (!senhaEnv && !senhaArquivo) return '';
  if (senhaEnv && senhaArquivo) return 'use senhaEnv ou senhaArquivo, não os dois.';
  if (tipo === 'embed' || tipo === 'demo') return `não se usa em câmera ${tipo}.`;
  return usuario ? '' : 'falta o campo usuario.';
}

function usuarioFault({ tipo, usuario }: AjustesShape): string {
  if (!usuario) return '';
  if (tipo === 'embed' || tipo === 'demo') return `não se usa em câmera ${tipo}.`;
  return INVISIVEL.test(usuario) || usuario.includes(':')
    ? 'tem espaço, dois-pontos ou caractere invisível.'
    : '';
}

function clipeFault({ tipo, clipe, id }: AjustesShape): string {
  if (tipo !== 'demo') return clipe ? 'só se usa em câmera demo.' : '';
  return clipe || CLIPES.includes(id) ? '' : `escolha de 1 a ${CLIPES.length}.`;
}

/** Rules between fields: field → its error. */
const faults = (camera: AjustesShape): Record<string, string> => ({
  url: urlFault(camera),
  usuario: usuarioFault(camera),
  [camera.senhaArquivo ? 'senhaArquivo' : 'senhaEnv']: senhaFault(camera),
  snapshotUrl: camera.snapshotUrl ? addressFault(camera.snapshotUrl, ['http:', 'https:']) : '',
  clipe: clipeFault(camera),
});

const CameraEscrita = z.pipe(
  AjustesShape.check(({ value, issues }) => {
    for (const [campo, message] of Object.entries(faults(value))) {
      if (message) issues.push({ code: 'custom', input: undefined, path: [campo], message });
    }
  }),
  z.transform((camera: AjustesShape) => ({
    ...camera,
    url: camera.url ?? null,
    usuario: camera.usuario ?? null,
    senhaEnv: camera.senhaEnv ?? null,
    senhaArquivo: camera.senhaArquivo ?? null,
    snapshotUrl: camera.snapshotUrl ?? null,
    clipe: camera.tipo === 'demo' ? (camera.clipe ?? Number(camera.id)) : null,
  })),
);
export type CameraEscrita = z.infer<typeof CameraEscrita>;

export const ArquivoEscrito = z.strictObject(
  {
    transcodificacoesMax: z._default(integerField(0, 16), 2),
    cameras: z
      .array(CameraEscrita, 'escreva uma lista de câmeras.')
      .check(z.maxLength(CAMERAS_MAXIMO, `use até ${CAMERAS_MAXIMO} câmeras.`)),
  },
  OBJETO,
);

/** A camera's settings with its password. Only id, name and kind leave the server. */
export interface Ajustes extends Omit<CameraEscrita, 'senhaEnv' | 'senhaArquivo'> {
  senha: string | null;
}
