/** Answers a camera that asks for a password: HTTP Digest (RFC 7616), else Basic (RFC 7617). */
import { createHash, randomBytes } from 'node:crypto';

export interface Credencial {
  usuario: string;
  senha: string;
}

interface Desafio {
  esquema: string;
  campos: Record<string, string>;
}

const ALGORITMOS: Record<string, string> = { 'sha-256': 'sha256', md5: 'md5' };

const CAMPO = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** A quoted text, or where a challenge begins: what is quoted begins none. */
const INICIO = /"(?:[^"\\]|\\.)*"|(?:^|,)\s*(Digest|Basic)(?=\s|$)/gi;

/** Each challenge of a WWW-Authenticate header; there may be several in one. */
function challengesOf(cabecalho: string): Desafio[] {
  const inicios = [...cabecalho.matchAll(INICIO)].filter((achado) => achado[1]);
  return inicios.map((achado, i) => {
    const texto = cabecalho.slice(achado.index, inicios[i + 1]?.index);
    const campos = [...texto.matchAll(CAMPO)].map(([, nome = '', citado, solto]) => [
      nome.toLowerCase(),
      (citado ?? solto ?? '').replace(/\\(.)/g, '$1'),
    ]);
    return { esquema: (achado[1] ?? '').toLowerCase(), campos: Object.fromEntries(campos) };
  });
}

const algoritmoOf = ({ campos }: Desafio): string | undefined =>
  ALGORITMOS[(campos.algorithm ?? 'MD5').toLowerCase()];

const quote = (texto: string): string => `"${texto.replace(/["\\]/g, '\\$&')}"`;

function digest(desafio: Desafio, { usuario, senha }: Credencial, uri: string): string {
  const { realm = '', nonce = '', opaque, qop, algorithm } = desafio.campos;
  const hash = (texto: string): string =>
    createHash(algoritmoOf(desafio) ?? 'md5')
      .update(texto)
      .digest('hex');
  const ha1 = hash(`${usuario}:${realm}:${senha}`);
  const ha2 = hash(`GET:${uri}`);
  const cnonce = randomBytes(8).toString('hex');
  const nc = '00000001';
  const comQop = qop?.split(',').some((valor) => valor.trim() === 'auth');
  const response = comQop
    ? hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`)
    : hash(`${ha1}:${nonce}:${ha2}`);
  const partes = [
    `username=${quote(usuario)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    ...(algorithm ? [`algorithm=${algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(comQop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ];
  return `Digest ${partes.join(', ')}`;
}

/**
 * The Authorization header with which to ask again for `uri`, by the strongest scheme offered;
 * undefined where none of them is known.
 */
export function answerChallenge(
  cabecalho: string,
  credencial: Credencial,
  uri: string,
): string | undefined {
  const desafios = challengesOf(cabecalho);
  const digests = desafios.filter(
    (desafio) => desafio.esquema === 'digest' && algoritmoOf(desafio),
  );
  const melhor = digests.find((desafio) => algoritmoOf(desafio) === 'sha256') ?? digests[0];
  if (melhor) return digest(melhor, credencial, uri);
  if (!desafios.some(({ esquema }) => esquema === 'basic')) return undefined;
  const { usuario, senha } = credencial;
  return `Basic ${Buffer.from(`${usuario}:${senha}`).toString('base64')}`;
}
