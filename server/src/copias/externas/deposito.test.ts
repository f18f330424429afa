/** What fails at a place outside is one sentence for people. */
import { expect, it } from 'vitest';
import type { ConfigDeposito } from '../../config/copias.ts';
import { explainDeposito } from './deposito.ts';

const BUCKET: ConfigDeposito = {
  ...{ tipo: 's3', bucket: 'copias', prefixo: 'campus', endpoint: 'https://s3.exemplo.br' },
  ...{ regiao: 'us-east-1', chave: 'the key', segredo: 'the secret' },
};
const PASTA: ConfigDeposito = { tipo: 'pasta', pasta: '/mnt/fora' };

it.each([
  [{ status: 403, serviceCode: 'AccessDenied' }, 'recusou a chave (AccessDenied)'],
  [{ status: 403, serviceCode: 'Unknown' }, 'recusou a chave (403)'],
  [{ status: 400, serviceCode: 'AuthorizationHeaderMalformed' }, 'COPIAS_S3_REGIAO'],
  [{ status: 507, serviceCode: 'Unknown' }, 'Não há espaço em'],
  [{ status: 403, serviceCode: 'QuotaExceeded' }, 'Não há espaço em'],
  [{ status: 500, serviceCode: 'InternalError' }, 'respondeu com erro 500 (InternalError)'],
  [{ cause: { cause: { code: 'ECONNRESET' } } }, 'não responde (ECONNRESET)'],
  [{ name: 'TimeoutError' }, 'não responde (TimeoutError)'],
])('%j at a bucket is told as: %s', (erro, frase) => {
  expect(explainDeposito(erro, BUCKET).message).toContain(frase);
});

it.each([
  [{ code: 'EROFS' }, 'não aceita arquivos (EROFS)'],
  [{ code: 'EDQUOT' }, 'Não há espaço em'],
  [{ code: 'EIO' }, 'falhou (EIO)'],
])('%j at a folder is told as: %s', (erro, frase) => {
  expect(explainDeposito(erro, PASTA).message).toContain(frase);
});
