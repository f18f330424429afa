import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerChallenge } from './digest.ts';

// The example of RFC 7616 §3.9.1, apart from the client's own nonce.
const MUFASA = { usuario: 'Mufasa', senha: 'Circle of Life' };
const challengeWith = (algoritmo: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algoritmo}, ` +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const URI = '/dir/index.html';

const fieldsOf = (cabecalho = ''): Record<string, string> =>
  Object.fromEntries(
    [...cabecalho.matchAll(/(\w+)="?([^",]+)"?/g)].map(([, nome, valor]) => [nome, valor]),
  );

describe('a challenge is answered', () => {
  it.each([
    ['MD5', 'md5', '3d78807defe7de2157e2b0b6573a855f'],
    ['SHA-256', 'sha256', '7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232'],
  ])('by Digest with %s, as the RFC writes it', (algoritmo, hash, ha1) => {
    const cabecalho = answerChallenge(challengeWith(algoritmo), MUFASA, URI);
    const campos = fieldsOf(cabecalho);
    const h = (texto: string) => createHash(hash).update(texto).digest('hex');
    expect(cabecalho).toMatch(/^Digest username="Mufasa", /);
    expect(h('Mufasa:http-auth@example.org:Circle of Life')).toBe(ha1);
    expect(campos.response).toBe(
      h(`${ha1}:${campos.nonce}:00000001:${campos.cnonce}:auth:${h(`GET:${URI}`)}`),
    );
    expect(campos).toMatchObject({ qop: 'auth', nc: '00000001', algorithm: algoritmo, uri: URI });
    expect(campos.opaque).toBe('FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS');
  });

  it('by the old Digest without qop, which many cameras still use', () => {
    const campos = fieldsOf(answerChallenge('Digest realm="cam", nonce="abc"', MUFASA, URI));
    const md5 = (texto: string) => createHash('md5').update(texto).digest('hex');
    expect(campos.response).toBe(
      md5(`${md5('Mufasa:cam:Circle of Life')}:abc:${md5(`GET:${URI}`)}`),
    );
    expect(campos.nc).toBeUndefined();
  });

  it('by Basic where no stronger scheme is offered', () => {
    expect(answerChallenge('Basic realm="cam"', { usuario: 'u', senha: 'p@ss/ã' }, URI)).toBe(
      `Basic ${Buffer.from('u:p@ss/ã').toString('base64')}`,
    );
  });

  it.each([
    ['Basic realm="a", Digest realm="a", nonce="n"', 'Digest '],
    [
      'Digest realm="a", nonce="n", algorithm=MD5, Digest realm="a", nonce="n", algorithm=SHA-256',
      'SHA-256',
    ],
    ['Digest realm="a", nonce="n", algorithm=SHA-512-256, Basic realm="a"', 'Basic '],
    ['Digest realm="a, Basic b", nonce="n"', 'realm="a, Basic b"'],
  ])('by the strongest of %s', (desafio, esperado) => {
    expect(answerChallenge(desafio, MUFASA, URI)).toContain(esperado);
  });

  it.each(['', 'Negotiate', 'Bearer realm="a"'])('with no header for %j', (desafio) => {
    expect(answerChallenge(desafio, MUFASA, URI)).toBeUndefined();
  });
});
