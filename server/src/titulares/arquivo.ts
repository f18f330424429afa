/** All that is kept of one owner as the files of an archive, each read while it is written. */
import {
  ACOES_AUDITORIA,
  type AtoAuditado,
  ENTIDADES_AUDITORIA,
} from '@unipark/contract/auditoria';
import type { Passagem } from '@unipark/contract/passagem';
import type { ProprietarioCompleto } from '@unipark/contract/proprietario';
import { readAtos } from '../auditoria/repo.ts';
import type { Fotos } from '../passagens/fotos.ts';
import { getPassagens } from '../passagens/historico/detalhesRepo.ts';
import { COLUNAS_PASSAGENS, toPassagemCells } from '../passagens/historico/exportacaoRoutes.ts';
import type { Banco } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { breathe } from '../platform/db/slices.ts';
import { writeCsv } from '../platform/export/csv.ts';
import type { CellValue, SheetColumn } from '../platform/export/sheet.ts';
import type { ArchiveEntry } from '../platform/export/zip.ts';
import { COLUNAS_VEICULOS, toVeiculoRows } from '../veiculos/exportacaoRoutes.ts';
import {
  listActs,
  listActsOnPassagens,
  listCartas,
  listFotos,
  listMensagens,
  listPassagens,
  listVeiculos,
  listVisitas,
} from './dadosRepo.ts';
import { buildLeiaMe } from './leiaMe.ts';
import { readPosses } from './possesRepo.ts';

/** Rows of one slice: between two of them other requests are answered. */
const FATIA = 100;

const COLUNAS_HISTORICO: SheetColumn[] = [
  { rotulo: 'Data e hora', largura: 17, instante: true },
  { rotulo: 'Quem', largura: 28 },
  { rotulo: 'Ato', largura: 24 },
  { rotulo: 'Registro', largura: 16 },
  { rotulo: 'Chave', largura: 14 },
  { rotulo: 'Mudanças', largura: 60 },
  { rotulo: 'Motivo', largura: 24 },
  { rotulo: 'Outros dados', largura: 40 },
];

const COLUNAS_VISITAS: SheetColumn[] = [
  { rotulo: 'Papel', largura: 14 },
  { rotulo: 'Destino', largura: 24 },
  { rotulo: 'De', largura: 17, instante: true },
  { rotulo: 'Até', largura: 17, instante: true },
  { rotulo: 'Placa', largura: 10 },
];

const wordOf = (palavras: Record<string, string>, valor: string): string =>
  palavras[valor] ?? valor;

const toActCells = (ato: AtoAuditado): CellValue[] => [
  ato.quando,
  ato.quem?.nome ?? ato.quem?.id ?? null,
  wordOf(ACOES_AUDITORIA, ato.acao),
  wordOf(ENTIDADES_AUDITORIA, ato.entidade),
  ato.chave,
  ato.campos
    .map(({ campo, antes, depois }) => `${campo}: ${antes ?? ''} → ${depois ?? ''}`)
    .join('; '),
  ato.motivo,
  ato.dados.map(({ nome, valor }) => `${nome}: ${valor}`).join('; '),
];

/** The passage without what the register says of another car, or of another owner of this one. */
function withoutOthers(
  passagem: Passagem,
  { matricula, nome }: ProprietarioCompleto,
  suas: Set<string>,
): Passagem {
  const dela = suas.has(passagem.placa_cadastrada ?? passagem.placa);
  const registro = dela ? {} : { cidade: null, estado: null, tipo: null };
  // The reason may be a visit, which names its host; that of a vehicle is among the vehicles. The reason
  // for which a passage is held may name others too.
  return {
    ...passagem,
    ...registro,
    motivo: null,
    retida: null,
    sugestoes: [],
    proprietario: { matricula, nome },
  };
}

/** The act without the matrícula of an earlier or later owner of the car. */
const withoutOtherOwners = (ato: AtoAuditado, matricula: string): AtoAuditado => {
  const hide = (valor: string | null) =>
    valor === null || valor === matricula ? valor : 'outro titular';
  const campos = ato.campos.map(({ campo, antes, depois }) =>
    campo === 'proprietario_matricula'
      ? { campo, antes: hide(antes), depois: hide(depois) }
      : { campo, antes, depois },
  );
  return { ...ato, campos };
};

/** The act on a passage without the reason for which it is held: it may name others. */
const withoutReason = (ato: AtoAuditado): AtoAuditado => ({
  ...ato,
  campos: ato.campos.filter(({ campo }) => campo !== 'reter_motivo'),
});

/** What the person is given of an act: not the addresses and accounts of staff. */
const toGivenAct = ({
  quando,
  quem,
  acao,
  entidade,
  chave,
  campos,
  motivo,
  dados,
}: AtoAuditado) => ({
  ...{ quando, quem: quem?.nome ?? quem?.id ?? null, acao, entidade, chave, campos, motivo, dados },
});

async function* mapSlices<A, B>(fatias: AsyncIterable<A[]>, map: (item: A) => B) {
  for await (const fatia of fatias) yield fatia.map(map);
}

async function* asTexts(pedacos: AsyncIterable<string | Uint8Array>) {
  for await (const pedaco of pedacos) {
    yield [pedaco];
    await breathe();
  }
}

/** One JSON object, each of whose fields is a list that is read while it is written. */
async function* writeJson(titular: object, listas: Record<string, AsyncIterable<object[]>>) {
  yield `{"titular":${JSON.stringify(titular)}`;
  for (const [nome, fatias] of Object.entries(listas)) {
    yield `,${JSON.stringify(nome)}:[`;
    let virgula = '';
    for await (const fatia of fatias) {
      if (fatia.length === 0) continue;
      yield virgula + JSON.stringify(fatia).slice(1, -1);
      virgula = ',';
    }
    yield ']';
  }
  yield '}\n';
}

interface ArchiveDeps {
  db: Banco;
  fotos: Pick<Fotos, 'read'>;
}

/** What the archive will hold; the rows and pictures themselves are read by `listEntries`. */
export async function openArchive(
  { db, fotos }: ArchiveDeps,
  { titular, gerado }: { titular: ProprietarioCompleto; gerado: Date },
) {
  const { matricula, email } = titular;
  const lida = await readPosses(db, matricula);
  const passagens = await listPassagens(db, lida.posses);
  const atos = await listActs(db, matricula, lida);
  const mensagens = await listMensagens(db, email);
  const cartas = await listCartas(db, matricula);
  const suas = new Set(lida.placas);
  const visitas = await listVisitas(db, titular, lida.posses);

  async function* readVeiculos() {
    for (const placas of chunks(lida.placas, FATIA)) {
      yield await listVeiculos(db, placas);
    }
  }
  async function* readPassagens() {
    for (const ids of chunks(passagens, FATIA)) {
      yield (await getPassagens(db, ids)).map((passagem) => withoutOthers(passagem, titular, suas));
    }
  }
  async function* readHistorico() {
    for (const ids of chunks(atos, FATIA)) {
      yield (await readAtos(db, ids)).map((ato) => withoutOtherOwners(ato, matricula));
    }
    for (const ids of chunks(passagens, FATIA)) {
      yield (await readAtos(db, await listActsOnPassagens(db, ids))).map(withoutReason);
    }
  }
  const sheet = (titulo: string, colunas: SheetColumn[]) => ({
    titulo,
    filtro: '',
    gerado,
    colunas,
  });

  async function* readFotos(): AsyncGenerator<ArchiveEntry> {
    const ausentes: string[] = [];
    for (const ids of chunks(passagens, FATIA)) {
      for (const foto of await listFotos(db, ids)) {
        const nome = `fotos/passagem-${foto.passagem_id}-${foto.id}-${foto.papel}.jpg`;
        const bytes = await fotos.read(foto);
        if (bytes) yield { nome, grupos: asTexts(fromOne(bytes)) };
        else ausentes.push(nome);
      }
    }
    if (ausentes.length === 0) return;
    const texto = ['Fotos que estão no cadastro e não puderam ser lidas:', ...ausentes, ''];
    yield { nome: 'fotos-ausentes.txt', grupos: asTexts(fromOne(texto.join('\r\n'))) };
  }

  /** Each entry is read when the archive reaches it. */
  async function* listEntries(): AsyncGenerator<ArchiveEntry> {
    yield { nome: 'LEIA-ME.txt', grupos: asTexts(fromOne(buildLeiaMe(gerado, titular))) };
    const listas = {
      veiculos: readVeiculos(),
      passagens: readPassagens(),
      historico: mapSlices(readHistorico(), toGivenAct),
      visitas: fromOne(visitas),
      mensagens: fromOne(mensagens),
      cartas: fromOne(cartas),
    };
    yield { nome: 'dados.json', grupos: asTexts(writeJson(titular, listas)) };
    const csv = {
      veiculos: writeCsv(sheet('Veículos', COLUNAS_VEICULOS), toVeiculoRows(db, readVeiculos())),
      passagens: writeCsv(
        sheet('Passagens', COLUNAS_PASSAGENS),
        mapSlices(readPassagens(), toPassagemCells),
      ),
      historico: writeCsv(
        sheet('Histórico', COLUNAS_HISTORICO),
        mapSlices(readHistorico(), toActCells),
      ),
      visitas: writeCsv(
        sheet('Visitas', COLUNAS_VISITAS),
        fromOne(
          visitas.map(({ papel, destino, de, ate, placa }) => [papel, destino, de, ate, placa]),
        ),
      ),
    };
    for (const [nome, pedacos] of Object.entries(csv)) {
      yield { nome: `${nome}.csv`, grupos: asTexts(pedacos) };
    }
    yield* readFotos();
  }

  const totais = {
    veiculos: lida.placas.length,
    passagens: passagens.length,
    mensagens: mensagens.length,
  };
  return { totais, listEntries };
}

async function* fromOne<T>(valor: T): AsyncGenerator<T> {
  yield valor;
}
