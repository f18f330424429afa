/** The audit trail as administrators read it: who did what to which record, and when. */
import * as z from 'zod/mini';
import { CampoAlterado } from './alteracao.ts';
import { Cursor, LIMITE_MAXIMO, limitUpTo } from './lista.ts';
import { dayOrInstant } from './listaPassagens.ts';
import { requiredText, strictInput } from './texto.ts';

/** The kinds of records that acts name, in the order of the filter. */
export const ENTIDADES_AUDITORIA = {
  veiculo: 'Veículo',
  proprietario: 'Proprietário',
  passagem: 'Passagem',
  historico: 'Histórico',
  visitante: 'Passe de visitante',
  link_visita: 'Link de visita',
  camera: 'Câmera',
  dispositivo: 'Dispositivo',
  conta: 'Usuário',
  convite: 'Convite',
  aparelho: 'Aparelho de avisos',
  ajustes: 'Ajustes',
  retencao: 'Retenção',
  importacao: 'Importação',
  lote: 'Ato em lote',
  catalogo: 'Catálogo',
  mensagem_contato: 'Mensagem de contato',
  copia: 'Cópia de segurança',
  auditoria: 'Auditoria',
} as const;
export type EntidadeAuditoria = keyof typeof ENTIDADES_AUDITORIA;

/** The acts, in the past tense of the person who did them, in the order of the filter. */
export const ACOES_AUDITORIA = {
  criar: 'Cadastrou',
  editar: 'Editou',
  excluir: 'Excluiu',
  converter: 'Trocou a placa de formato',
  consultar: 'Consultou',
  abrir: 'Abriu o vídeo',
  fechar: 'Fechou o vídeo',
  'abrir-imagem': 'Abriu a foto',
  registrar: 'Registrou na portaria',
  desfazer: 'Desfez',
  cancelar: 'Cancelou',
  corrigir: 'Corrigiu a placa lida',
  retirar: 'Retirou do Ao Vivo',
  ciente: 'Deu ciência do alerta',
  entrar: 'Entrou',
  sair: 'Saiu',
  'entrada-recusada': 'Teve a entrada recusada',
  'senha-recusada': 'Errou a própria senha',
  'alterar-senha': 'Alterou a senha',
  'pedir-senha': 'Pediu nova senha',
  'recuperar-senha': 'Recuperou a senha',
  'redefinir-senha': 'Redefiniu a senha',
  'redefinir-acesso': 'Redefiniu o acesso',
  'encerrar-sessao': 'Encerrou uma sessão',
  'encerrar-sessoes': 'Encerrou as outras sessões',
  'preparar-segundo-fator': 'Começou a ativar a verificação em duas etapas',
  'ativar-segundo-fator': 'Ativou a verificação em duas etapas',
  'retirar-segundo-fator': 'Desativou a verificação em duas etapas',
  'retirar-fator': 'Retirou a verificação em duas etapas',
  'gerar-codigos': 'Gerou códigos de recuperação',
  'usar-codigo-recuperacao': 'Usou um código de recuperação',
  'trocar-foto': 'Trocou a foto do perfil',
  'remover-foto': 'Removeu a foto do perfil',
  'confirmar-email': 'Confirmou o e-mail',
  'cadastro-repetido': 'Tentou se cadastrar de novo',
  'aceitar-convite': 'Aceitou o convite',
  vincular: 'Vinculou a conta da instituição',
  esquecer: 'Apagou o cadastro não confirmado',
  aprovar: 'Aprovou',
  recusar: 'Recusou',
  habilitar: 'Habilitou',
  desabilitar: 'Desabilitou',
  papel: 'Mudou o papel',
  'trocar-token': 'Trocou o token',
  'ver-quarentena': 'Viu as leituras não entendidas',
  'limpar-quarentena': 'Apagou as leituras não entendidas',
  ler: 'Leu',
  enviar: 'Enviou o arquivo',
  importar: 'Importou',
  exportar: 'Exportou',
  anonimizar: 'Anonimizou',
  concluir: 'Concluiu',
  'pedir-lote': 'Pediu',
  interromper: 'Interrompeu',
  atualizar: 'Atualizou',
  ativar: 'Ativou',
  pausar: 'Pausou',
  restaurar: 'Restaurou',
  conferir: 'Conferiu',
} as const;
export type AcaoAuditoria = keyof typeof ACOES_AUDITORIA;

const [ENTIDADES, ACOES] = [
  Object.keys(ENTIDADES_AUDITORIA) as EntidadeAuditoria[],
  Object.keys(ACOES_AUDITORIA) as AcaoAuditoria[],
];

/** `chave`: a plate, a matrícula or another record's key, compared exactly. */
export const FILTROS_AUDITORIA = {
  de: z.optional(dayOrInstant('De')),
  ate: z.optional(dayOrInstant('Até')),
  quem: z.optional(requiredText('Usuário', 64)),
  entidade: z.optional(z.enum(ENTIDADES, { error: 'Registro: escolha um da lista.' })),
  acao: z.optional(z.enum(ACOES, { error: 'Ação: escolha uma da lista.' })),
  chave: z.optional(requiredText('Chave', 64)),
};

/** Newest first. */
export const ListaAuditoria = strictInput({
  ...FILTROS_AUDITORIA,
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaAuditoria = z.infer<typeof ListaAuditoria>;

/** One act. `quem` is null when no account did it: the server's own work, or a caller without one. */
/** In the place of the key of a row that named a person. */
export const CHAVE_APAGADA = 'anonimizado';

export const AtoAuditado = z.object({
  id: z.string(),
  quando: z.string(),
  quem: z.nullable(z.object({ id: z.string(), nome: z.nullable(z.string()) })),
  endereco: z.nullable(z.string()),
  acao: z.string(),
  entidade: z.string(),
  chave: z.string(),
  /** The name of the record that the key names, where the key is not for people. */
  nome: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
  campos: z.array(CampoAlterado),
  /** What the act says beside fields: a filter, a count. */
  dados: z.array(z.object({ nome: z.string(), valor: z.string() })),
});
export type AtoAuditado = z.infer<typeof AtoAuditado>;

/** A check of the whole chain. `quebra`: the first row that does not follow, 'inicio' or 'fim'. */
export const ConferenciaAuditoria = z.object({
  linhas: z.int(),
  quebra: z.nullable(z.string()),
});
export type ConferenciaAuditoria = z.infer<typeof ConferenciaAuditoria>;

/** The state of the check: the one that runs, and the last one that was done. */
export const EstadoAuditoria = z.object({
  conferindo: z.nullable(z.object({ feitas: z.int(), total: z.int() })),
  ultima: z.nullable(z.extend(ConferenciaAuditoria, { em: z.string() })),
  /** Whether the newest check failed: it came after `ultima`. */
  falhou: z.boolean(),
});
export type EstadoAuditoria = z.infer<typeof EstadoAuditoria>;
