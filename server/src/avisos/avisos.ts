/** The calls to devices as one: their settings, the devices, and what sends the calls. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { EventLog } from '../platform/events.ts';
import { createAjustes } from './ajustes.ts';
import { aparelhosService } from './aparelhos.ts';
import { createChamada } from './chamada.ts';

interface AvisosDeps {
  config: Pick<Config, 'publicUrl' | 'contato'>;
  db: Banco;
  eventos: EventLog;
  /** The secret of the installation. */
  segredo: string;
  log: FastifyBaseLogger;
  clock?: Clock | undefined;
  /** Hosts of push services besides the known ones: for tests. */
  servicos?: readonly string[] | undefined;
  /** Waits before an unanswered call is repeated (ms). */
  esperas?: readonly number[] | undefined;
}

/** Some services refuse a call without a way to reach its sender (RFC 8292, section 2.1). */
function contatoOf({ publicUrl, contato }: AvisosDeps['config']): string {
  if (publicUrl?.protocol === 'https:') return publicUrl.origin;
  return `mailto:${contato.email ?? 'unipark@localhost'}`;
}

export function createAvisos({ config, db, segredo, servicos = [], ...deps }: AvisosDeps) {
  const { clock = systemClock } = deps;
  const ajustes = createAjustes({ db, segredo });
  const aparelhos = aparelhosService({ db, ajustes, clock, servicos });
  const contato = contatoOf(config);
  const chamada = createChamada({ ...deps, db, ajustes, clock, contato, servicos });
  return { ajustes, aparelhos, ...chamada };
}
