/** What the operator may write about a camera, and what is refused in words that say what to do. */
import { TIPOS_CAMERA, type TipoCamera } from '@unipark/contract/camera';
import * as z from 'zod/mini';

const ESQUEMAS: Record<TipoCamera, string[]> = {
  rtsp: ['rtsp:', 'rtsps:'],
  mjpeg: ['http:', 'https:'],
  hls: ['http:', 'https:'],
  snapshot: ['http:', 'https:'],
  // This address does reach the browser, and a page in https shows no other.
  embed: ['https:'],
  demo: [],
};

const CLIPES = ['1', '2', '3', '4'];
const CAMERAS_MAXIMO = 64;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const INVISIVEL = /[\x00-\x20\x7f]/;
const PARECE_SEGREDO = /token|key|senha|pass|pwd|secret|auth|sig|jwt|sess|cred|usu[aá]rio|user/i;

/** Line breaks and what turns a text around: a name stands in logs and on screens. */
const QUEBRA = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const texto = (maximo: number) =>
  z
    .string('escreva um texto.')
    .check(
      z.trim(),
      z.minLength(1, 'não pode ficar em branco.'),
      z.maxLength(maximo, `use até ${maximo} caracteres.`),
    );

const simNao = (padrao: boolean) => z._default(z.boolean('use true ou false.'), padrao);

const um = <const T extends readonly string[]>(valores: T) =>
  z.enum(valores, `use ${valores.join(', ')}.`);

const inteiro = (de: number, ate: number) => {
  const frase = `use um número inteiro de ${de} a ${ate}.`;
  return z.int(frase).check(z.gte(de, frase), z.lte(ate, frase));
};

const OBJETO = 'escreva um objeto JSON, entre chaves.';

const Forma = z.strictObject(
  {
    id: z
      .string('escreva um texto.')
      .check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/i, 'use letras, números e hífen (até 32).')),
    nome: texto(60).check(
      z.refine((valor) => !QUEBRA.test(valor), 'retire quebras de linha e invisíveis.'),
    ),
    tipo: um(TIPOS_CAMERA),
    url: z.nullish(texto(2_000)),
    usuario: z.nullish(texto(64)),
    senhaEnv: z.nullish(
      z.string('escreva um texto.').check(z.regex(/^[A-Z_]\w{0,63}$/i, 'não é nome de variável.')),
    ),
    senhaArquivo: z.nullish(texto(1_000)),
    transporte: z._default(um(['tcp', 'udp']), 'tcp'),
    codec: z._default(um(['auto', 'h264', 'transcodificar']), 'auto'),
    snapshotUrl: z.nullish(texto(2_000)),
    sempreLigada: simNao(false),
    ativa: simNao(true),
    timeoutMs: z._default(inteiro(1_000, 30_000), 5_000),
    permitirSenhaEmArgumentos: simNao(false),
    clipe: z.nullish(inteiro(1, CLIPES.length)),
  },
  OBJETO,
);
type Forma = z.infer<typeof Forma>;

/** What is wrong with an address; '' when nothing is. Never repeats the address. */
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

/** An embedded page's address is read by everyone who watches: nothing secret may stand in it. */
function embedFault(valor: string): string {
  const { searchParams, hash } = new URL(valor);
  const nomes = [...searchParams.keys(), ...new URLSearchParams(hash.slice(1)).keys()];
  const suspeito = nomes.some((nome) => PARECE_SEGREDO.test(nome));
  return suspeito ? 'parece levar uma senha ou chave, e este endereço chega ao navegador.' : '';
}

function urlFault({ tipo, url }: Forma): string {
  if (tipo === 'demo') return url ? 'não se usa em câmera demo: escolha o campo clipe.' : '';
  if (!url) return 'falta o endereço da câmera.';
  return addressFault(url, ESQUEMAS[tipo]) || (tipo === 'embed' ? embedFault(url) : '');
}

function senhaFault({ tipo, usuario, senhaEnv, senhaArquivo }: Forma): string {
  if (!senhaEnv && !senhaArquivo) return '';
  if (senhaEnv && senhaArquivo) return 'use senhaEnv ou senhaArquivo, não os dois.';
  if (tipo === 'embed' || tipo === 'demo') return `não se usa em câmera ${tipo}.`;
  return usuario ? '' : 'falta o campo usuario.';
}

function usuarioFault({ tipo, usuario }: Forma): string {
  if (!usuario) return '';
  if (tipo === 'embed' || tipo === 'demo') return `não se usa em câmera ${tipo}.`;
  return INVISIVEL.test(usuario) || usuario.includes(':')
    ? 'tem espaço, dois-pontos ou caractere invisível.'
    : '';
}

function clipeFault({ tipo, clipe, id }: Forma): string {
  if (tipo !== 'demo') return clipe ? 'só se usa em câmera demo.' : '';
  return clipe || CLIPES.includes(id) ? '' : `escolha de 1 a ${CLIPES.length}.`;
}

/** The rules between fields: field → what is wrong with it. */
const faults = (camera: Forma): Record<string, string> => ({
  url: urlFault(camera),
  usuario: usuarioFault(camera),
  [camera.senhaArquivo ? 'senhaArquivo' : 'senhaEnv']: senhaFault(camera),
  snapshotUrl: camera.snapshotUrl ? addressFault(camera.snapshotUrl, ['http:', 'https:']) : '',
  clipe: clipeFault(camera),
});

const CameraEscrita = z.pipe(
  Forma.check(({ value, issues }) => {
    for (const [campo, message] of Object.entries(faults(value))) {
      if (message) issues.push({ code: 'custom', input: undefined, path: [campo], message });
    }
  }),
  z.transform((camera: Forma) => ({
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

/** The file as it is written. */
export const ArquivoEscrito = z.strictObject(
  {
    transcodificacoesMax: z._default(inteiro(0, 16), 2),
    cameras: z
      .array(CameraEscrita, 'escreva uma lista de câmeras.')
      .check(z.maxLength(CAMERAS_MAXIMO, `use até ${CAMERAS_MAXIMO} câmeras.`)),
  },
  OBJETO,
);

/** A camera's settings, its password in hand. Nothing of it but id, name and kind leaves here. */
export interface Ajustes extends Omit<CameraEscrita, 'senhaEnv' | 'senhaArquivo'> {
  senha: string | null;
}
