/** Answers a camera's password challenge: HTTP Digest (RFC 7616), otherwise Basic (RFC 7617). */
import { createHash, randomBytes } from 'node:crypto';
import { readParameters } from '../../platform/outbound/parameters.ts';

export interface CameraCredentials {
  usuario: string;
  senha: string;
}

interface DigestChallenge {
  esquema: string;
  campos: Record<string, string>;
}

const ALGORITMOS: Record<string, string> = { 'sha-256': 'sha256', md5: 'md5' };

/** A quoted text, closed or not, or a challenge's start: one never starts inside quotes. */
const INICIO = /"(?:[^"\\]|\\.)*"?|(?:^|,)\s*(Digest|Basic)(?=\s|$)/gi;

/** Each challenge of a WWW-Authenticate header; one header may contain several. */
function challengesOf(cabecalho: string): DigestChallenge[] {
  const inicios = [...cabecalho.matchAll(INICIO)].filter((achado) => achado[1]);
  return inicios.map((achado, i) => {
    const campos = Object.fromEntries(
      readParameters(cabecalho.slice(achado.index, inicios[i + 1]?.index)),
    );
    return { esquema: (achado[1] ?? '').toLowerCase(), campos };
  });
}

const findAlgoritmo = ({ campos }: DigestChallenge): string | undefined =>
  ALGORITMOS[(campos.algorithm || 'MD5').toLowerCase()];

const quote = (texto: string): string => `"${texto.replace(/["\\]/g, '\\$&')}"`;

function digest(
  desafio: DigestChallenge,
  { usuario, senha }: CameraCredentials,
  uri: string,
): string {
  const { realm = '', nonce = '', opaque, qop, algorithm } = desafio.campos;
  const hash = (texto: string): string =>
    createHash(findAlgoritmo(desafio) ?? 'md5')
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

/** The Authorization header by the strongest scheme offered; undefined when none is known. */
export function answerChallenge(
  cabecalho: string,
  credencial: CameraCredentials,
  uri: string,
): string | undefined {
  const desafios = challengesOf(cabecalho);
  const digests = desafios.filter(
    (desafio) => desafio.esquema === 'digest' && findAlgoritmo(desafio),
  );
  const melhor = digests.find((desafio) => findAlgoritmo(desafio) === 'sha256') ?? digests[0];
  if (melhor) return digest(melhor, credencial, uri);
  if (!desafios.some(({ esquema }) => esquema === 'basic')) return undefined;
  const { usuario, senha } = credencial;
  return `Basic ${Buffer.from(`${usuario}:${senha}`).toString('base64')}`;
}
