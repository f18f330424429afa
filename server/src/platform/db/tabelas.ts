/** The tables as TypeScript sees them: one interface a table, one line a column. */
import type { Cidade } from '@unipark/contract/cidade';
import type { ModoDigest, NomeDialeto } from '@unipark/contract/dispositivo';
import type { OrigemCatalogo, ProvedorFipe } from '@unipark/contract/fipe';
import type { Nivel, Sentido, TipoAlerta } from '@unipark/contract/passagem';
import type { Veiculo } from '@unipark/contract/veiculo';
import type { Generated } from 'kysely';
import type { TabelasDaConta } from './tabelasConta.ts';

interface Registro {
  id: Generated<number>;
  versao: number;
  criado_em: string;
  atualizado_em: string;
  /** Folded words of the record, a space before each: what a search looks at. */
  busca: string;
}

export interface TabelaProprietarios extends Registro {
  matricula: string;
  nome: string;
  nome_ordem: string;
}

export interface TabelaVeiculos extends Registro {
  placa: string;
  chave: string;
  tipo: Veiculo['tipo'];
  marca: string | null;
  modelo: string | null;
  ano: string | null;
  cor: string | null;
  status: string;
  proprietario_matricula: string | null;
  cidade: string | null;
  estado: Veiculo['estado'];
  modelo_ordem: string;
  cor_ordem: string;
  status_ordem: string;
  busca_propria: string;
  /** Why it is PROIBIDO, where somebody said so. */
  motivo: string | null;
}

/** A whole catalogue: made aside, then put in place of the one before by its `situacao`. */
export interface TabelaCatalogoEdicoes {
  id: Generated<number>;
  origem: OrigemCatalogo;
  /** Reference month, '2026-11'. */
  referencia: string | null;
  situacao: 'montando' | 'ativa' | 'antiga';
  /** SHA-256 of the file it is made of: the same file goes on where it stopped. */
  arquivo_hash: string | null;
  /** Steps done and to be done: lines of a file, makes of a refresh. */
  feitos: number;
  total: number | null;
  marcas: number;
  modelos: number;
  anos: number;
  criada_em: string;
  /** Last sign of whoever makes it; an old one means that nobody does. */
  viva_em: string;
  /** Whoever fills it from the providers: a number of their own, so that it is one at a time. */
  dono: string | null;
  ativada_em: string | null;
}

export interface TabelaPassagens {
  id: Generated<number>;
  placa: string;
  chave: string;
  leitura_id: number | null;
  camera: string | null;
  sentido: Sentido | null;
  instante: string;
  ultima_leitura_em: string;
  recebido_em: string;
  /** Status and model as they were then; the live list reads the register. */
  status: string;
  modelo: string | null;
  na_lista: number;
  teste: number;
  ciente_por: string | null;
  ciente_em: string | null;
  /** The plate as it was read, where a correction replaced it. */
  placa_lida: string | null;
  /** Rung of the matching ladder that answered. */
  nivel: Nivel;
  /** JSON: likely plates for a person to choose from. */
  sugestoes: string | null;
  alerta: TipoAlerta | null;
  alertado_em: string | null;
  corrigida_por: string | null;
  corrigida_em: string | null;
  /** Arrived long after it happened: history only. */
  atrasada: number;
  dispositivo: string | null;
  /** Plate and twin, folded: what the history's search looks at. */
  busca: string;
  versao: number;
}

export interface TabelaLeituras {
  id: Generated<number>;
  passagem_id: number;
  dispositivo: string | null;
  dialeto: string;
  evento_id: string | null;
  camera: string | null;
  placa_lida: string;
  placa: string | null;
  chave: string | null;
  confianca: number | null;
  candidatas: string | null;
  instante: string;
  instante_dispositivo: string | null;
  recebido_em: string;
  sentido: Sentido | null;
  veiculo: string | null;
  caixa: string | null;
  casamento: string;
  atrasada: number;
  /** The body as it came, without pictures and secrets: for support, a few days. */
  bruto: string | null;
}

export interface TabelaDispositivos {
  id: string;
  nome: string;
  dialeto: NomeDialeto;
  /** Our camera for whatever the map below does not name. */
  camera: string | null;
  /** JSON: the maker's camera key → our camera. */
  cameras: string;
  /** JSON: how the maker's direction is read (`RegraSentido`). */
  sentido: string;
  fuso: string;
  confianca_minima: number | null;
  /** JSON: addresses and ranges it may send from; empty is any. */
  ips: string;
  /** JSON: hosts whose pictures may be fetched. */
  origens_imagem: string;
  aceita_sem_placa: number;
  digest: ModoDigest;
  /** The password of Digest, encrypted. */
  digest_segredo: string | null;
  /** Also taken at POST /NotificationInfo/…, where no path can be given. */
  caminho_raiz: number;
  token_hash: string;
  token_anterior_hash: string | null;
  token_anterior_ate: string | null;
  /** JSON: broker's address, user and topic. */
  mqtt: string | null;
  mqtt_senha: string | null;
  ativo: number;
  visto_em: string | null;
  ultima_leitura_em: string | null;
  ultimo_erro: string | null;
  ultimo_erro_em: string | null;
  /** Full scale of its confidences, once known (255 for some). */
  escala: number | null;
  /** JSON: clock differences (ms) of its last readings. */
  desvios: string;
  versao: number;
  criado_em: string;
  atualizado_em: string;
}

export interface TabelaQuarentena {
  id: Generated<number>;
  dispositivo: string;
  dialeto: string;
  motivo: string;
  tipo_conteudo: string | null;
  tamanho: number;
  corpo: string;
  recebido_em: string;
}

export interface TabelaImagens {
  id: Generated<number>;
  leitura_id: number;
  papel: string;
  jpeg: Uint8Array;
  criado_em: string;
}

export interface TabelaEventos {
  id: Generated<number>;
  tipo: string;
  dados: string;
  criado_em: string;
}

export interface TabelaAuditoria {
  id: Generated<number>;
  quando: string;
  quem: string | null;
  endereco: string | null;
  pedido: string | null;
  acao: string;
  entidade: string;
  chave: string;
  motivo: string | null;
  detalhe_hash: string | null;
  hash: string;
}

export interface Tabelas extends TabelasDaConta {
  proprietarios: TabelaProprietarios;
  veiculos: TabelaVeiculos;
  passagens: TabelaPassagens;
  leituras: TabelaLeituras;
  imagens: TabelaImagens;
  eventos: TabelaEventos;
  auditoria: TabelaAuditoria;
  auditoria_detalhes: { auditoria_id: number; sal: string; detalhe: string };
  auditoria_cabeca: { id: number; hash: string };
  dispositivos: TabelaDispositivos;
  dispositivo_horas: {
    dispositivo: string;
    hora: string;
    leituras: number;
    ignoradas: number;
    recusadas: number;
  };
  quarentena: TabelaQuarentena;
  camera_tickets: { hash: string; camera: string; conta: string; sid: string; expira_em: string };
  idempotencia: {
    autor: string;
    rota: string;
    chave: string;
    corpo_hash: string;
    status: number;
    resposta: string;
    criado_em: string;
  };
  contagens: { tabela: string; total: number };
  cidades: { id: Generated<number>; nome: string; estado: Cidade['estado']; busca: string };
  catalogo_edicoes: TabelaCatalogoEdicoes;
  /** Levels that providers were asked for; '' stands for the part that a higher level lacks. */
  catalogo_niveis: {
    edicao: number;
    tipo: string;
    marca: string;
    modelo: string;
    achados: number;
    consultado_em: string;
  };
  catalogo_ocorrencias: {
    id: Generated<number>;
    quando: string;
    provedor: ProvedorFipe | null;
    motivo: string;
  };
  fipe_marcas: { edicao: number; tipo: string; codigo: string; nome: string; posicao: number };
  fipe_modelos: {
    edicao: number;
    tipo: string;
    marca: string;
    codigo: string;
    nome: string;
    posicao: number;
  };
  fipe_anos: {
    edicao: number;
    tipo: string;
    marca: string;
    modelo: string;
    codigo: string;
    nome: string;
    posicao: number;
  };
  ajustes: { nome: string; valor: string };
}
