/** Owners as an import writes them, by the rules of their forms. */
import type { AcaoAuditoria } from '@unipark/contract/auditoria';
import {
  Matricula,
  NovoProprietario,
  type ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import { type AuditEntry, auditMany } from '../../platform/audit.ts';
import { countVeiculosOf, createMany, findMany, removeMany } from '../../proprietarios/loteRepo.ts';
import { update } from '../../proprietarios/repo.ts';
import { type ImportRecord, type ImportTarget, sentencesOf, setFirstVersoes } from './alvo.ts';

const toRecord = ({ versao, ...valores }: ProprietarioCompleto): ImportRecord => ({
  versao,
  valores,
});

/** Values that this module put into the record. */
const fromRecord = ({ versao, valores }: ImportRecord): ProprietarioCompleto =>
  ({ ...valores, versao }) as ProprietarioCompleto;

const entry = (acao: AcaoAuditoria, matricula: string, detalhe: object): AuditEntry => ({
  acao,
  entidade: 'proprietario',
  chave: matricula,
  detalhe,
});

export const proprietariosTarget = (): ImportTarget => ({
  chave: 'matricula',

  readKey(texto) {
    const { data } = Matricula.safeParse(texto);
    return data;
  },

  parse(valores) {
    const { success, data, error } = NovoProprietario.safeParse({
      ...valores,
      matricula: valores.matricula ?? '',
      nome: valores.nome ?? '',
    });
    return success ? { dados: data } : { erros: sentencesOf(error.issues) };
  },

  async findExisting(db, matriculas) {
    const achados = await findMany(db, matriculas);
    return new Map(
      [...achados].map(([matricula, { criado_em, ...dono }]) => [
        matricula,
        { ...toRecord(dono), criado_em },
      ]),
    );
  },

  loadReferences: async () => () => ({ erros: {}, avisos: {} }),

  build({ matricula, nome, email, telefone }) {
    const dono = { matricula, nome, email: email ?? null, telefone: telefone ?? null, versao: 1 };
    return toRecord(dono as ProprietarioCompleto);
  },

  edit({ versao, valores }, { nome, email, telefone }) {
    return {
      versao: versao + 1,
      valores: {
        ...valores,
        ...(nome !== undefined && { nome }),
        ...(email !== undefined && { email }),
        ...(telefone !== undefined && { telefone }),
      },
    };
  },

  async createMany(trx, autor, novos) {
    await setFirstVersoes(trx, { entidade: 'proprietario', chave: 'matricula' }, novos);
    const donos = novos.map(fromRecord);
    const criado_em = await createMany(trx, donos);
    const atos = donos.map((depois) => entry('criar', depois.matricula, { depois }));
    await auditMany(trx, autor, atos);
    return criado_em;
  },

  async change(trx, autor, mudanca) {
    const antes = fromRecord(mudanca.antes);
    const depois = await update(trx, antes, fromRecord(mudanca.depois));
    await auditMany(trx, autor, [entry('editar', antes.matricula, { antes, depois })]);
  },

  findMoved: async () => new Map(),

  async findBonds(trx, matriculas) {
    const totais = await countVeiculosOf(trx, matriculas);
    return new Map(
      [...totais].map(([matricula, total]) => [
        matricula,
        total === 1 ? 'Possui 1 veículo.' : `Possui ${total} veículos.`,
      ]),
    );
  },

  async removeMany(trx, autor, registros) {
    const donos = registros.map(fromRecord);
    await removeMany(
      trx,
      donos.map(({ matricula }) => matricula),
    );
    const atos = donos.map((antes) => entry('excluir', antes.matricula, { antes }));
    await auditMany(trx, autor, atos);
  },
});
