/** The parts of a multipart body: of a form, mixed or related; cameras send all three. */
import { Dicer } from '@fastify/busboy';
import { Ilegivel, type MessagePart } from './dialeto.ts';

const PARTES_MAXIMO = 20;
const CABECALHOS = { maxHeaderPairs: 20, maxHeaderSize: 8 * 1024 };

type PartHeaders = Record<string, string[] | undefined>;

function boundaryOf(tipoConteudo: string): string {
  const achado = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(tipoConteudo);
  const limite = achado?.[1] ?? achado?.[2];
  if (!limite) throw new Ilegivel('A mensagem em partes não diz o que as separa (boundary).');
  return limite;
}

/** A parameter of a header, such as filename="placa.jpg". */
function parameterOf(cabecalho: string, nome: string): string | null {
  const achado = new RegExp(`;\\s*${nome}\\s*=\\s*(?:"([^"]{0,200})"|([^\\s;"]{1,200}))`, 'i').exec(
    cabecalho,
  );
  return achado?.[1] ?? achado?.[2] ?? null;
}

/** A media type in lower case, without parameters. */
export const mediaType = (tipoConteudo: string): string =>
  (tipoConteudo.split(';')[0] ?? '').trim().toLowerCase();

/** Whether the boundary occurs too often: checked before a stream is made for every part. */
function hasManyParts(corpo: Buffer, limite: string): boolean {
  let vezes = 0;
  for (let i = corpo.indexOf(limite); i >= 0; i = corpo.indexOf(limite, i + limite.length)) {
    vezes += 1;
    if (vezes > PARTES_MAXIMO + 1) return true;
  }
  return false;
}

/**
 * Splits a complete body. A missing closing line is accepted: some firmwares omit it.
 * @throws {Ilegivel} when it has no parts, or too many
 */
export async function readParts(tipoConteudo: string, corpo: Buffer): Promise<MessagePart[]> {
  const limite = boundaryOf(tipoConteudo);
  if (hasManyParts(corpo, `--${limite}`)) {
    throw new Ilegivel(`A mensagem tem mais de ${PARTES_MAXIMO} partes.`);
  }
  const brutas: { cabecalhos: PartHeaders; pedacos: Buffer[] }[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const dicer = new Dicer({ boundary: limite, ...CABECALHOS });
  dicer.on('part', (fluxo) => {
    const bruta = { cabecalhos: {} as PartHeaders, pedacos: [] as Buffer[] };
    brutas.push(bruta);
    fluxo.on('header', (lidos) => {
      bruta.cabecalhos = lidos as PartHeaders;
    });
    fluxo.on('data', (pedaco: Buffer) => bruta.pedacos.push(pedaco));
    fluxo.on('error', () => {});
  });
  for (const fim of ['finish', 'error', 'close']) dicer.on(fim, () => resolve());
  dicer.end(Buffer.concat([corpo, Buffer.from(`\r\n--${limite}--\r\n`)]));
  await promise;
  if (brutas.length === 0) throw new Ilegivel('As partes da mensagem não puderam ser lidas.');
  return brutas.map(({ cabecalhos, pedacos }) => {
    const disposicao = cabecalhos['content-disposition']?.[0] ?? '';
    return {
      nome: parameterOf(disposicao, 'name') ?? '',
      arquivo: parameterOf(disposicao, 'filename'),
      tipo: mediaType(cabecalhos['content-type']?.[0] ?? ''),
      bytes: Buffer.concat(pedacos),
    };
  });
}
