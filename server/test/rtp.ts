/** H.264 frames as RTP packets (RFC 3550, RFC 6184), and the SDP that announces them. */
import { getBox } from '../src/cameras/engine/boxes.ts';

const MAXIMO = 1_400;
const TIPO = 96;
const FU_A = 28;

/** A parameter set or a part of a frame, without length prefix or start code. */
type Nal = Buffer;

/** Parameter sets from an init's `avcC` (ISO/IEC 14496-15 §5.3.3.1). */
export function parameterSets(init: Buffer): Nal[] {
  const moov = getBox(init, ['moov'], 0);
  const stsd = getBox(moov, ['trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const avcC = getBox(stsd.subarray(16), ['avcC'], 86).subarray(8);
  const nals: Nal[] = [];
  let em = 5;
  for (const mascara of [0x1f, 0xff]) {
    const quantos = avcC.readUInt8(em) & mascara;
    em += 1;
    for (let i = 0; i < quantos; i++) {
      const tamanho = avcC.readUInt16BE(em);
      nals.push(avcC.subarray(em + 2, em + 2 + tamanho));
      em += 2 + tamanho;
    }
  }
  return nals;
}

/** The frame inside a fragment's `mdat`, whose NAL units have lengths of four bytes. */
export function nalsOf(fragment: Buffer): Nal[] {
  const mdat = getBox(fragment, ['mdat'], 0);
  const nals: Nal[] = [];
  for (let em = 8; em + 4 <= mdat.length; ) {
    const fim = em + 4 + mdat.readUInt32BE(em);
    nals.push(mdat.subarray(em + 4, fim));
    em = fim;
  }
  return nals;
}

function split(nal: Nal): Buffer[] {
  if (nal.length <= MAXIMO) return [nal];
  const [cabeca = 0] = nal;
  const pedacos: Buffer[] = [];
  for (let em = 1; em < nal.length; em += MAXIMO) {
    const inicio = em === 1 ? 0x80 : 0;
    const fim = em + MAXIMO >= nal.length ? 0x40 : 0;
    const fu = Buffer.from([(cabeca & 0xe0) | FU_A, inicio | fim | (cabeca & 0x1f)]);
    pedacos.push(Buffer.concat([fu, nal.subarray(em, em + MAXIMO)]));
  }
  return pedacos;
}

/** A packet on channel 0 of an RTSP connection (RFC 2326 §10.12). */
export function interleaved(rtp: Buffer): Buffer {
  const cabeca = Buffer.from([0x24, 0, 0, 0]);
  cabeca.writeUInt16BE(rtp.length, 2);
  return Buffer.concat([cabeca, rtp]);
}

/** One frame as interleaved packets on channel 0 (RFC 2326 §10.12). */
export function packetize(nals: Nal[], sequencia: number, instante: number): Buffer[] {
  const cargas = nals.flatMap(split);
  return cargas.map((carga, i) => {
    const cabeca = Buffer.alloc(16);
    cabeca[0] = 0x24;
    cabeca.writeUInt16BE(12 + carga.length, 2);
    cabeca[4] = 0x80;
    cabeca[5] = TIPO | (i === cargas.length - 1 ? 0x80 : 0);
    cabeca.writeUInt16BE((sequencia + i) & 0xffff, 6);
    cabeca.writeUInt32BE(instante >>> 0, 8);
    cabeca.writeUInt32BE(0x554e4950, 12);
    return Buffer.concat([cabeca, carga]);
  });
}

export function sdp(conjuntos: Nal[]): string {
  const nivel = conjuntos[0]?.toString('hex', 1, 4) ?? '';
  const sprop = conjuntos.map((nal) => nal.toString('base64')).join(',');
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=camera',
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    `m=video 0 RTP/AVP ${TIPO}`,
    `a=rtpmap:${TIPO} H264/90000`,
    `a=fmtp:${TIPO} packetization-mode=1;profile-level-id=${nivel};sprop-parameter-sets=${sprop}`,
    'a=control:trackID=0',
    '',
  ].join('\r\n');
}
