/** What the operator's tool does for the catalogue, beside a running server or without one. */
import { inspect, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Autor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { type Atualizacao, createAtualizacao, type Fim } from './atualizacao/atualizacao.ts';
import type { Ritmo } from './atualizacao/ritmo.ts';
import { findAtiva } from './edicoesRepo.ts';
import { createOcorrencia } from './ocorrenciasRepo.ts';
import type { Progresso } from './progresso.ts';
import { createCadeia } from './provedores/cadeia.ts';
import { count, describeCounts, nomeDaTabela } from './rotulos.ts';

export interface ComandosCatalogoDeps {
  db: Banco;
  config: Pick<Config, 'fipe'>;
  /** Who acts at the terminal, as the audit names them. */
  autor: Autor;
  say: (linha: string) => void;
  /** A line that tells how far the work is, counting this ('marcas', 'linhas'). */
  progressoDe: (unidade: string) => Progresso;
  /** Aborted by Ctrl+C: end cleanly and answer `INTERROMPIDO`. */
  sinal: AbortSignal;
  /** Less patience than RITMO, for tests. */
  ritmo?: Partial<Ritmo>;
}

/** A command's exit code: 0 when it did all it was asked to. */
export type ComandoCatalogo = (deps: ComandosCatalogoDeps, args: string[]) => Promise<number>;

export const INTERROMPIDO = 130;

export const AJUDA_SYNC = [
  '  fipe sync [--anos] [--aceitar-menor]',
  '      Atualiza marcas e modelos a partir de FIPE_PROVEDORES; com --anos, busca também os anos',
  '      de cada modelo (milhares de consultas). Interrompido, continua de onde parou.',
  '      Uma resposta com menos da metade do que há só entra com --aceitar-menor.',
];

const relate = (dados: object): void => {
  process.stderr.write(`${inspect(dados)}\n`);
};

type Passo = Atualizacao['start'];

/** One piece of work with its progress line. */
async function follow(
  { autor, sinal, progressoDe }: ComandosCatalogoDeps,
  unidade: string,
  start: Passo,
  aceitarMenor = false,
): Promise<Fim> {
  const progresso = progressoDe(unidade);
  const onProgress = (feitos: number, total: number): void => progresso.show(feitos, total);
  try {
    const { fim } = await start({ autor, sinal, onProgress, aceitarMenor });
    return await fim;
  } finally {
    progresso.end();
  }
}

/** The words for an end that is none. */
function explain({ como, motivo }: Fim): string {
  if (como === 'interrompida') return 'Interrompido. Rode de novo para continuar.';
  if (como === 'parada') return `${motivo} Rode de novo mais tarde para continuar.`;
  if (como === 'recusada') return `${motivo} Se ela está certa, use --aceitar-menor.`;
  return motivo;
}

async function describe({ db, say }: ComandosCatalogoDeps): Promise<void> {
  const ativa = await findAtiva(db);
  if (!ativa) return;
  say(`${nomeDaTabela(ativa)} em uso: ${describeCounts(ativa)}.`);
}

/** `fipe sync`: the refresh of the catalogue, here and now. */
export const syncCatalogo: ComandoCatalogo = async (deps, args) => {
  const { values } = parseArgs({
    args,
    options: {
      anos: { type: 'boolean', default: false },
      'aceitar-menor': { type: 'boolean', default: false },
    },
  });
  const { db, config, say } = deps;
  // What a provider did is kept as an occurrence; only what nobody foresaw is for this terminal.
  const log = { info() {}, warn() {}, error: relate };
  const cadeia = createCadeia({
    config: config.fipe,
    log,
    onFailure: (falha) => createOcorrencia(db, falha),
  });
  const atualizacao = createAtualizacao({
    db,
    cadeia,
    log,
    note: (motivo) => createOcorrencia(db, { provedor: null, motivo }),
    ritmo: deps.ritmo,
  });
  const leave = (fim: Fim): number => {
    say(explain(fim));
    return fim.como === 'interrompida' ? INTERROMPIDO : 1;
  };

  const fim = await follow(deps, 'consultas', atualizacao.start, values['aceitar-menor']);
  if (fim.como !== 'pronta' && fim.como !== 'em-dia') return leave(fim);
  if (fim.como === 'em-dia') say('O catálogo já está em dia.');
  if (values.anos) {
    const dosAnos = await follow(deps, 'modelos', atualizacao.startAnos);
    if (dosAnos.como !== 'pronta') return leave(dosAnos);
    if (dosAnos.semResposta) {
      say(`Sem resposta: os anos de ${count(dosAnos.semResposta, 'modelos')}. Rode de novo.`);
      return 1;
    }
  }
  await describe(deps);
  return 0;
};
