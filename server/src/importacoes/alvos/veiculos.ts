/** Vehicles as an import writes them, by the rules of their forms. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { findGemea, formatPlaca, keyOfPlaca, Placa } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';
import { isVencido, parseDia, sayVencida } from '@unipark/contract/validade';
import {
  type EdicaoVeiculo,
  isProibido,
  NovoVeiculo,
  STATUS_PADRAO,
  TIPOS,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { auditMany } from '../../platform/audit.ts';
import { nowDate } from '../../platform/clock.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { createMany, findDonos, findMany, findMoved, removeMany } from '../../veiculos/loteRepo.ts';
import { update } from '../../veiculos/repo.ts';
import {
  buildVeiculo,
  describeCriacao,
  describeEdicao,
  describeExclusao,
  editVeiculo,
  type VeiculoComMotivo,
} from '../../veiculos/service.ts';
import {
  type DataNotes,
  type ImportData,
  type ImportRecord,
  type ImportTarget,
  sentencesOf,
  setFirstVersoes,
} from './alvo.ts';

/** Vehicles as a synchronisation writes them: only a person lifts a PROIBIDO. */
const keepProibidos = (alvo: ImportTarget): ImportTarget => ({
  ...alvo,
  edit(antes, { status, motivo, ...dados }) {
    const fica = isProibido(antes.valores.status ?? '');
    return alvo.edit(antes, fica ? dados : { ...dados, status, motivo });
  },
});

/** Vehicles of people who left, named in the row: one that has another owner meanwhile stays. */
export const keepTransferidos = (alvo: ImportTarget): ImportTarget => ({
  ...keepProibidos(alvo),
  async loadReferences(db, todos, ate) {
    // Who left may be deleted meanwhile: then the car has another owner.
    const semDono = (dados: ImportData) => ({ ...dados, proprietario_matricula: undefined });
    const noteOf = await alvo.loadReferences(db, todos.map(semDono), ate);
    return (dados) => noteOf(semDono(dados));
  },
  edit: (antes, { proprietario_matricula: quemSaiu, ...dados }) =>
    // An import of before this rule names no one.
    quemSaiu === undefined || antes.valores.proprietario_matricula === quemSaiu
      ? keepProibidos(alvo).edit(antes, dados)
      : antes,
});

/** Vehicles of a file: the other plate of a PROIBIDO, which the gate would read first, is refused. */
export const keepGemeasProibidas = (alvo: ImportTarget): ImportTarget => ({
  ...keepProibidos(alvo),
  async loadReferences(db, todos, ate) {
    const noteOf = await alvo.loadReferences(db, todos, ate);
    const gemeas = todos.flatMap(({ placa }) => findGemea(placa ?? '') ?? []);
    const registradas = await findMany(db, gemeas);
    const isProibida = ({ status }: ImportData): boolean => isProibido(status ?? '');
    // Rows that are judged together are written together: none is registered yet.
    const doArquivo = new Set(todos.filter(isProibida).map(({ placa }) => placa));
    return (dados) => {
      const notas = noteOf(dados);
      const gemea = findGemea(dados.placa ?? '') ?? '';
      const proibida =
        isProibido(registradas.get(gemea)?.veiculo.status ?? '') ||
        (doArquivo.has(gemea) && !isProibida(dados));
      if (!proibida) return notas;
      const placa = `Mesmo veículo de ${formatPlaca(gemea)}, que está proibido.`;
      return { ...notas, erros: { ...notas.erros, placa } };
    };
  },
});

/** Other words for the kinds, folded. */
const OUTROS_TIPOS: Record<string, string> = {
  automovel: '1',
  motocicleta: '2',
  motoneta: '2',
};

function readTipo(texto: string): string {
  const dobrado = foldText(texto).trim();
  const achado = Object.entries(TIPOS).find(([, nome]) => foldText(nome) === dobrado);
  return achado?.[0] ?? OUTROS_TIPOS[dobrado] ?? texto;
}

const toRecord = ({ veiculo, motivo }: VeiculoComMotivo): ImportRecord => {
  const { versao, ...campos } = veiculo;
  return { versao, valores: { ...campos, motivo } };
};

/** Values that this module put into the record. */
function fromRecord({ versao, valores }: ImportRecord): VeiculoComMotivo {
  const { motivo = null, ...campos } = valores;
  return { veiculo: { ...campos, versao } as Veiculo, motivo };
}

/** `onChange` hears the identity keys of the cars that changed. */
export const veiculosTarget = (
  onChange: (trx: Transacao, chaves: string[]) => Promise<void>,
): ImportTarget => {
  const tell = (trx: Transacao, veiculos: VeiculoComMotivo[]): Promise<void> =>
    onChange(
      trx,
      veiculos.map(({ veiculo }) => keyOfPlaca(veiculo.placa)),
    );
  return {
    chave: 'placa',

    readKey(texto) {
      const { data } = Placa.safeParse(texto);
      return data;
    },

    parse({ placa, tipo, estado, valido_ate, ...outros }) {
      const { success, data, error } = NovoVeiculo.safeParse({
        ...outros,
        placa: placa || undefined,
        ...(tipo !== undefined && { tipo: tipo && readTipo(tipo) }),
        ...(estado !== undefined && { estado: estado?.trim().toUpperCase() ?? null }),
        ...(valido_ate !== undefined && { valido_ate: valido_ate && parseDia(valido_ate) }),
      });
      return success ? { dados: data } : { erros: sentencesOf(error.issues) };
    },

    async findExisting(db, placas) {
      const achados = await findMany(db, placas);
      return new Map(
        [...achados].map(([placa, achado]) => [
          placa,
          { ...toRecord(achado), criado_em: achado.criado_em },
        ]),
      );
    },

    async loadReferences(db, todos, ate) {
      const matriculas = todos.flatMap(({ proprietario_matricula: dela }) => dela ?? []);
      const donos = await findDonos(db, [...new Set(matriculas)], ate);
      const gemeas = todos.flatMap(({ placa }) => findGemea(placa ?? '') ?? []);
      const registradas = await findMany(db, gemeas);
      const hoje = formatDiaIso(nowDate());
      return ({ placa, proprietario_matricula: matricula, status, valido_ate }) => {
        const gemea = findGemea(placa ?? '');
        const notas: DataNotes = { erros: {}, avisos: {} };
        if (typeof matricula === 'string' && !donos.has(matricula)) {
          notas.erros.proprietario_matricula = 'Matrícula não cadastrada.';
        }
        if (gemea !== undefined && registradas.has(gemea)) {
          notas.avisos.placa = `Mesmo veículo de ${formatPlaca(gemea)}, que já está cadastrado.`;
        }
        const dura = !status || status === STATUS_PADRAO || isProibido(status);
        if (!dura && isVencido(valido_ate ?? null, hoje)) {
          notas.avisos.valido_ate = `${sayVencida(valido_ate ?? '')}: será gravado como ${STATUS_PADRAO}.`;
        }
        return notas;
      };
    },

    build: (dados) => toRecord(buildVeiculo(dados as NovoVeiculo)),

    edit: (antes, { placa: _, ...dados }) =>
      toRecord(editVeiculo(fromRecord(antes), dados as EdicaoVeiculo)),

    async createMany(trx, autor, novos) {
      await setFirstVersoes(trx, { entidade: 'veiculo', chave: 'placa' }, novos);
      const veiculos = novos.map(fromRecord);
      const criado_em = await createMany(trx, veiculos);
      await auditMany(trx, autor, veiculos.map(describeCriacao));
      await tell(trx, veiculos);
      return criado_em;
    },

    async change(trx, autor, { antes: de, depois: para, motivo }) {
      const [antes, depois] = [fromRecord(de), fromRecord(para)];
      await update(trx, antes.veiculo, depois.veiculo, depois.motivo);
      const ato = describeEdicao(antes, depois);
      await auditMany(trx, autor, [motivo === undefined ? ato : { ...ato, motivo }]);
      await tell(trx, [depois]);
    },

    findBonds: async () => new Map(),

    findMoved,

    async removeMany(trx, autor, registros) {
      const veiculos = registros.map(fromRecord);
      await removeMany(
        trx,
        veiculos.map(({ veiculo }) => veiculo.placa),
      );
      await auditMany(trx, autor, veiculos.map(describeExclusao));
      await tell(trx, veiculos);
    },
  };
};
