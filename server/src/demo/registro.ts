/** An invented register, the same for the same seed: for the demonstration and the benchmark. */
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';
import { CORES, foldStatusText, type Veiculo } from '@unipark/contract/veiculo';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { searchText } from '../platform/db/search.ts';

export const NOMES =
  'Ana Beatriz Camila Daniel Eduardo Fernanda Gabriel Helena Igor João Larissa Mariana Otávio Paula Rafael Sônia Thiago Vitória'.split(
    ' ',
  );
const SOBRENOMES =
  'Silva Souza Costa Pereira Oliveira Lima Carvalho Teodoro Abreu Botelho Salgado Lopes Araújo Conceição Magalhães Queiroz'.split(
    ' ',
  );
const CARROS = [
  ['Fiat', 'UNO MILLE 1.0'],
  ['VW - VolksWagen', 'GOL 1.6 POWER'],
  ['GM - Chevrolet', 'ONIX PLUS 1.0 TURBO'],
  ['Hyundai', 'HB20S 1.0 COMFORT'],
  ['Hyundai', 'CRETA 1.6 16V'],
  ['Fiat', 'STRADA FREEDOM 1.3'],
  ['Fiat', 'ARGO DRIVE 1.0'],
  ['Honda', 'CG 160 FAN'],
  ['GM - Chevrolet', 'SPIN 1.8 PREMIER'],
  ['Honda', 'CIVIC EXL 2.0'],
] as const;
export const MODELOS = CARROS.map(([, modelo]) => modelo);
const STATUS = ['ATIVO', 'ATIVO', 'ATIVO', 'ATIVO', 'INDEFINIDO', 'PROIBIDO'];
const LOTE = 500;

/** Why a vehicle may not enter, as an office writes it. */
const MOTIVOS = [
  'Vínculo encerrado',
  'Uso indevido de vaga reservada',
  'Três advertências no semestre',
  'Furto informado pelo proprietário',
  'Débito de estacionamento',
];

/** Of a thousand vehicles of the demonstration: as many are PROIBIDO, and INDEFINIDO, as at a real gate. */
const PROIBIDOS = 15;
const INDEFINIDOS = 40;

/** What the register of the demonstration has and that of a benchmark does not. */
interface FillOptions {
  /** Few PROIBIDO, each with its motive, and dates of registration during the last two years. */
  realistic?: boolean;
}

const DOIS_ANOS_MS = 730 * 86_400_000;

function drawStatus(realistic: boolean): { status: string; motivo: string | null } {
  if (!realistic) return { status: pick(STATUS), motivo: null };
  const sorte = draw() * 1_000;
  if (sorte < PROIBIDOS) return { status: 'PROIBIDO', motivo: pick(MOTIVOS) };
  return { status: sorte < PROIBIDOS + INDEFINIDOS ? 'INDEFINIDO' : 'ATIVO', motivo: null };
}

/** mulberry32: small, and the same numbers for the same seed everywhere. */
export function random(semente: number): () => number {
  let estado = semente;
  return () => {
    estado = (estado + 0x6d2b79f5) | 0;
    let t = Math.imul(estado ^ (estado >>> 15), 1 | estado);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const draw = random(42);

/** One of a list, by the register's own random numbers. */
export const pick = <T>(lista: readonly T[]): T => lista[Math.floor(draw() * lista.length)] as T;

/** The plate of number `i`: three in four Mercosul, the others of the old kind; never repeated. */
export function makePlaca(i: number): string {
  const letras = [i % 26, Math.floor(i / 26) % 26, Math.floor(i / 676) % 26];
  // After 17,576 plates the letters repeat, each time with another number.
  const numero = (Math.floor(i / 17_576) * 7 + (i % 17_576) * 3_331) % 10_000;
  const antiga =
    letras.map((n) => String.fromCharCode(65 + n)).join('') + String(numero).padStart(4, '0');
  return i % 4 === 0 ? antiga : keyOfPlaca(antiga);
}

/**
 * Fills an empty register; vehicle `i` has the plate `makePlaca(i)`. Each batch is a transaction: in
 * a single one PostgreSQL keeps every version of the counted totals and reads all of them each time.
 */
export async function fill(
  db: Banco,
  veiculos: number,
  proprietarios = 50_000,
  { realistic = false }: FillOptions = {},
): Promise<void> {
  const fim = realistic ? Date.now() : 0;
  const drawDate = (): string =>
    new Date(realistic ? fim - draw() * DOIS_ANOS_MS : fim).toISOString();
  const donos: { matricula: string; busca: string }[] = [];
  for (let i = 0; i < proprietarios; i += LOTE) {
    const linhas = Array.from({ length: Math.min(LOTE, proprietarios - i) }, (_, j) => {
      const nome = `${pick(NOMES)} ${pick(SOBRENOMES)} ${pick(SOBRENOMES)}`;
      const matricula = String(202_000_000 + i + j);
      const criado_em = drawDate();
      return {
        matricula,
        nome,
        nome_ordem: foldText(nome),
        busca: searchText([nome], [matricula]),
        versao: 1,
        criado_em,
        atualizado_em: criado_em,
      };
    });
    donos.push(...linhas);
    await inTransaction(db, (trx) => trx.insertInto('proprietarios').values(linhas).execute());
  }
  for (let i = 0; i < veiculos; i += LOTE) {
    const linhas = Array.from({ length: Math.min(LOTE, veiculos - i) }, (_, j) => {
      const placa = makePlaca(i + j);
      const [marca, modelo] = pick(CARROS);
      const cor = pick(CORES);
      const { status, motivo } = drawStatus(realistic);
      const dono = pick(donos);
      const criado_em = drawDate();
      const busca_propria = searchText(
        [marca, modelo, cor, status],
        [placa, findGemea(placa) ?? null],
      );
      return {
        placa,
        chave: keyOfPlaca(placa),
        tipo: modelo.startsWith('CG ') ? ('2' as const) : ('1' as const),
        marca,
        modelo,
        ano: '2020 Flex',
        cor,
        status,
        motivo,
        proprietario_matricula: dono.matricula,
        cidade: null,
        estado: null,
        modelo_ordem: foldText(modelo),
        cor_ordem: foldText(cor),
        status_ordem: foldStatusText(status),
        busca_propria,
        busca: busca_propria + dono.busca,
        versao: 1,
        criado_em,
        atualizado_em: criado_em,
      };
    });
    await inTransaction(db, (trx) => trx.insertInto('veiculos').values(linhas).execute());
  }
}

/** What the gate of the demonstration shows of a vehicle. */
export type VeiculoDaFrota = Pick<Veiculo, 'placa' | 'cor' | 'tipo' | 'status'>;

export const listFrota = (db: Banco, limite: number): Promise<VeiculoDaFrota[]> =>
  db.selectFrom('veiculos').select(['placa', 'cor', 'tipo', 'status']).limit(limite).execute();
