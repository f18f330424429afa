/** The providers that refresh the catalogue: none, unless the operator names them. */
import { PROVEDORES_FIPE, type ProvedorFipe } from '@unipark/contract/fipe';
import { type Environment, listOf, refuse, setting, valueOrFile } from './leitor.ts';

export interface ConfigFipe {
  /** In the order of requests, each with its address; empty: nothing is requested outside. */
  provedores: { nome: ProvedorFipe; base: URL }[];
  /** Raises parallelum's daily limit of requests (X-Subscription-Token). */
  token: string | null;
  /** true: refreshed monthly; false: only on request. */
  agendada: boolean;
}

const BASES: Record<ProvedorFipe, string> = {
  oficial: 'https://veiculos.fipe.org.br/api/veiculos/',
  parallelum: 'https://fipe.parallelum.com.br/api/v2/',
  brasilapi: 'https://brasilapi.com.br/api/fipe/',
};

const isProvedor = (nome: string): nome is ProvedorFipe =>
  PROVEDORES_FIPE.some((conhecido) => conhecido === nome);

function namesOf(env: Environment): ProvedorFipe[] {
  const nomes = [...new Set(listOf(setting(env, 'FIPE_PROVEDORES')))];
  const estranho = nomes.find((nome) => !isProvedor(nome));
  if (estranho !== undefined) {
    const conhecidos = PROVEDORES_FIPE.join(', ');
    refuse('FIPE_PROVEDORES', `'${estranho}' não existe. Use ${conhecidos}.`, 'parallelum');
  }
  return nomes.filter(isProvedor);
}

/** A base ends with a slash, so that a path can be appended. */
function baseOf(endereco: string): URL {
  const exemplo = 'parallelum=https://fipe.exemplo.edu.br/v2';
  const url = URL.canParse(endereco) ? new URL(endereco) : undefined;
  const demais = url && url.username + url.password + url.search + url.hash;
  if (!url || !/^https?:$/.test(url.protocol) || demais) {
    return refuse('FIPE_BASE_URL', 'use endereços http(s), sem usuário nem senha.', exemplo);
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Mirrors: `nome=endereço`, or only the address when one provider is named. */
function mirrors(env: Environment, nomes: ProvedorFipe[]): Partial<Record<ProvedorFipe, URL>> {
  const espelhos: Partial<Record<ProvedorFipe, URL>> = {};
  for (const item of listOf(setting(env, 'FIPE_BASE_URL'))) {
    const [, nome, endereco = item] = /^([a-z]+)=(.*)$/.exec(item) ?? [];
    const [unico] = nomes;
    const dono = nome ?? (nomes.length === 1 ? unico : undefined);
    if (dono === undefined || !nomes.some((conhecido) => conhecido === dono)) {
      return refuse(
        'FIPE_BASE_URL',
        'cada endereço indica o seu provedor de FIPE_PROVEDORES.',
        'parallelum=https://fipe.exemplo.edu.br/v2',
      );
    }
    espelhos[dono as ProvedorFipe] = baseOf(endereco);
  }
  return espelhos;
}

/** FIPE_PROVEDORES, FIPE_TOKEN, FIPE_BASE_URL and FIPE_ATUALIZAR. @throws {ConfigError} */
export function readFipe(env: Environment): ConfigFipe {
  const nomes = namesOf(env);
  const token = valueOrFile(env, 'FIPE_TOKEN');
  const agenda = setting(env, 'FIPE_ATUALIZAR');
  if (agenda !== undefined && agenda !== 'mensal' && agenda !== 'nunca') {
    refuse('FIPE_ATUALIZAR', `'${agenda}' não existe. Use mensal ou nunca.`, 'nunca');
  }
  if (token !== null && !/^[\x21-\x7e]{1,4096}$/.test(token)) {
    refuse('FIPE_TOKEN', 'use só caracteres visíveis, sem espaços.', 'eyJhbGciOi…');
  }
  if (token !== null && !nomes.includes('parallelum')) {
    refuse(
      'FIPE_PROVEDORES',
      'só o provedor parallelum usa FIPE_TOKEN, e ele não está na lista.',
      'parallelum',
    );
  }
  if (agenda === 'mensal' && nomes.length === 0) {
    refuse('FIPE_PROVEDORES', 'falta o provedor (FIPE_ATUALIZAR foi definido).', 'parallelum');
  }
  const espelhos = mirrors(env, nomes);
  return {
    provedores: nomes.map((nome) => ({ nome, base: espelhos[nome] ?? new URL(BASES[nome]) })),
    token,
    agendada: nomes.length > 0 && agenda !== 'nunca',
  };
}
