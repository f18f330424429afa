/** The words for acts of the audit, on screen and in a file. */
import {
  ACOES_AUDITORIA,
  type AtoAuditado,
  CHAVE_APAGADA,
  ENTIDADES_AUDITORIA,
} from './auditoria.ts';
import { formatDiaIso, formatHora } from './horaLocal.ts';
import { CAMPOS_LINK } from './linkVisita.ts';
import { CAMPOS_PROPRIETARIO } from './proprietario.ts';
import { PRAZOS } from './retencao.ts';
import { formatDia } from './validade.ts';
import { CAMPOS_VEICULO } from './veiculo.ts';
import { CAMPOS_VISITANTE } from './visitante.ts';

type FieldWords = { rotulo: string; format?: (valor: string) => string };

/** The word of a table; an entry of another release is shown as it came. */
const wordOf = (palavras: Readonly<Record<string, string>>, nome: string): string =>
  Object.hasOwn(palavras, nome) ? (palavras[nome] as string) : nome;

export const formatAcao = (acao: string): string => wordOf(ACOES_AUDITORIA, acao);
export const formatEntidade = (entidade: string): string => wordOf(ENTIDADES_AUDITORIA, entidade);

/** Acts of the server itself and of its operator's tool have names instead of accounts. */
export const AUTORES_SEM_CONTA: Readonly<Record<string, string>> = {
  agenda: 'Servidor, pela agenda',
  operador: 'Operação, no servidor',
};

export function formatQuem({ quem }: Pick<AtoAuditado, 'quem'>): string {
  if (quem === null) return 'Sem conta';
  return (
    quem.nome ??
    (Object.hasOwn(AUTORES_SEM_CONTA, quem.id) ? AUTORES_SEM_CONTA[quem.id] : undefined) ??
    'Conta removida'
  );
}

/** The settings, each of which is a record. */
const AJUSTES: Readonly<Record<string, string>> = {
  alertas: 'de alertas',
  avisos: 'dos alertas nos aparelhos',
  copias: 'de cópias',
  retencao: 'de retenção',
};

/** The record of an act: its name, or its key. An account without a name was removed. */
export function formatRegistro({ entidade, chave, nome }: AtoAuditado): string {
  const registro = chave === CHAVE_APAGADA ? '(registro anonimizado)' : chave;
  if (entidade === 'ajustes') return `${formatEntidade(entidade)} ${wordOf(AJUSTES, chave)}`;
  return [formatEntidade(entidade), nome ?? (entidade === 'conta' ? '' : registro)]
    .filter(Boolean)
    .join(' ');
}

const toWords = (rotulos: Readonly<Record<string, string>>): Record<string, FieldWords> =>
  Object.fromEntries(Object.entries(rotulos).map(([campo, rotulo]) => [campo, { rotulo }]));

const CAMPOS: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  veiculo: CAMPOS_VEICULO,
  proprietario: CAMPOS_PROPRIETARIO,
  ajustes: {
    ...PRAZOS,
    nao_cadastrado: { rotulo: 'Avisar de não cadastrados' },
    intervalo_min: { rotulo: 'Minutos entre avisos da mesma placa' },
    repeticao_seg: { rotulo: 'Segundos entre repetições do som' },
    ligado: { rotulo: 'Alertas nos aparelhos' },
    automaticas: { rotulo: 'Uma cópia por hora' },
    com_segredo: { rotulo: 'Segredo da instalação nas cópias' },
  },
  visitante: toWords(CAMPOS_VISITANTE),
  link_visita: toWords(CAMPOS_LINK),
  passagem: {
    reter_ate: { rotulo: 'Reter até', format: formatDia },
    reter_motivo: { rotulo: 'Motivo da retenção' },
  },
};

const findCampo = (entidade: string, campo: string): FieldWords | undefined => {
  const campos = CAMPOS[entidade] ?? {};
  return Object.hasOwn(campos, campo) ? campos[campo] : undefined;
};

const capitalize = (texto: string): string => texto.charAt(0).toUpperCase() + texto.slice(1);

/** 'sessoesEncerradas' and 'sessoes_encerradas': 'Sessoes encerradas'. */
const spellOut = (nome: string): string =>
  capitalize(
    nome
      .replace(/_/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  );

/** Names that are no words, or have no accent. */
const ROTULOS: Readonly<Record<string, string>> = {
  ate: 'Até',
  expira_em: 'Vale até',
  sessoesEncerradas: 'Sessões encerradas',
  senhaTrocada: 'Senha trocada',
};

const nameOf = (nome: string): string =>
  Object.hasOwn(ROTULOS, nome) ? (ROTULOS[nome] as string) : spellOut(nome);

export const formatCampoAuditado = (entidade: string, campo: string): string =>
  findCampo(entidade, campo)?.rotulo ?? nameOf(campo);

const LOGICOS: Readonly<Record<string, string>> = { true: 'Sim', false: 'Não', null: 'Nenhum' };

/** '28/11/2026 - 07:59' of an instant as it is stored; another text as it is. */
function formatInstante(texto: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(texto)) return texto;
  const instante = Date.parse(texto);
  if (Number.isNaN(instante)) return texto;
  return `${formatDia(formatDiaIso(instante))} - ${formatHora(instante)}`;
}

export function formatValor(entidade: string, campo: string, valor: string | null): string {
  if (valor === null || valor === '') return 'Não informado';
  return findCampo(entidade, campo)?.format?.(valor) ?? formatInstante(wordOf(LOGICOS, valor));
}

/** The first change in one line: 'Status: Ativo → Proibido e mais 2'. */
export function formatMudanca({ entidade, campos, motivo }: AtoAuditado): string {
  const [primeiro] = campos;
  if (!primeiro) return capitalize(motivo ?? '');
  const { campo, antes, depois } = primeiro;
  const valores = [antes, depois]
    .slice(antes === null ? 1 : 0)
    .map((valor) => formatValor(entidade, campo, valor));
  const mais = campos.length > 1 ? ` e mais ${campos.length - 1}` : '';
  return `${formatCampoAuditado(entidade, campo)}: ${valores.join(' → ')}${mais}`;
}

/** Everything that an act changed or says, in one line of a file. */
export function formatAtoInteiro({ entidade, campos, dados }: AtoAuditado): string {
  const mudados = campos.map(({ campo, antes, depois }) => {
    const valores = [antes, depois].slice(antes === null ? 1 : 0);
    const texto = valores.map((valor) => formatValor(entidade, campo, valor)).join(' → ');
    return `${formatCampoAuditado(entidade, campo)}: ${texto}`;
  });
  const ditos = dados.map(
    ({ nome, valor }) =>
      `${formatCampoAuditado(entidade, nome)}: ${formatValor(entidade, nome, valor)}`,
  );
  return [...mudados, ...ditos].join('; ');
}
