import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { nowIso } from '../clock.ts';
import { type Banco, ping, storageOf } from '../db/banco.ts';
import type { StorageFault } from '../db/errors.ts';
import { DISCOS, type DiskWatch, NIVEIS } from '../disk.ts';

const VALIDADE_MS = 1_000;
/** Below this the next write may fail. */
const DISCO_MINIMO = 50 * 1024 * 1024;

/** Sentences for staff: what works and what does not. */
const AVISOS: Record<StorageFault, string> = {
  cheio:
    'O disco do servidor está cheio: consultas e portaria continuam; cadastros não são gravados.',
  'somente-leitura':
    'O disco do servidor está só para leitura: consultas e portaria continuam; cadastros não são gravados.',
  'com-erro':
    'O disco do servidor falha: consultas e portaria continuam; cadastros podem não ser gravados.',
  danificado:
    'O banco de dados está danificado: algumas consultas podem falhar. É preciso restaurar uma cópia de segurança.',
  ocupado:
    'Outro programa ocupa o banco de dados: consultas e portaria continuam; cadastros não são gravados.',
  trocado:
    'Os arquivos do banco de dados foram apagados ou trocados: nada é gravado até o servidor ser reiniciado.',
  'fora-do-ar':
    'O banco de dados não responde: nada é consultado nem gravado até ele voltar. O que a portaria registra fica guardado no aparelho.',
};

/** Probes use an IP address as often as a name. */
const ABERTA = { publica: true, qualquerNome: true };

const Saude = z.object({
  ok: z.boolean(),
  agora: z.string(),
  /** A sentence for staff about the server's disk; null when it works. */
  aviso: z.nullable(z.string()),
  /** What administrators have to mend, as a sentence; null when there is nothing. */
  avisoAdministracao: z.nullable(z.string()),
});
const IdadeCopia = z.object({ idadeSegundos: z.nullable(z.number()), atrasada: z.boolean() });
const Readiness = z.object({
  ok: z.boolean(),
  banco: z.boolean(),
  migracoes: z.boolean(),
  disco: z.boolean(),
  /** Whether a write succeeded in the last seconds, into the files of the folder. */
  gravacao: z.boolean(),
  /** Why not, as a sentence for staff. */
  aviso: z.nullable(z.string()),
  /** Audit rows that are in memory until the disk accepts writes. */
  auditoriaNaMemoria: z.number(),
  /** How full each disk is, from 0 to 1, and the bytes that are free. */
  discos: z.array(
    z.object({
      disco: z.enum(DISCOS),
      nivel: z.enum(NIVEIS),
      usado: z.number(),
      livres: z.number(),
    }),
  ),
  /** The newest backup; null when its age cannot be read. It does not make a server unready. */
  copia: z.nullable(z.extend(IdadeCopia, { externa: z.nullable(IdadeCopia) })),
  /** Outside services that the server can work without, by name. */
  externos: z.optional(z.record(z.string(), z.string())),
});
type Readiness = z.infer<typeof Readiness>;

interface Deps {
  db: Banco;
  discos: Pick<DiskWatch, 'list' | 'find' | 'getNotice'>;
  isLeaving: () => boolean;
  externos?: (() => Record<string, string>) | undefined;
  /** What does not work apart from the database, as a sentence for staff. */
  getNotice?: (() => string | null) | undefined;
  copias: {
    getNotice: () => string | null;
    describeNewest: () => Promise<Readiness['copia']>;
  };
}

/** The state of the disk as a sentence for staff; null when it works. */
export function noticeOf(db: Banco): string | null {
  const { falha } = storageOf(db).state;
  return falha && AVISOS[falha];
}

async function check(deps: Deps): Promise<Readiness> {
  const { db, discos, isLeaving, externos, getNotice, copias } = deps;
  const banco = await ping(db).then(
    () => true,
    () => false,
  );
  const disco = (discos.find('dados')?.livres ?? Number.POSITIVE_INFINITY) > DISCO_MINIMO;
  // The server listens only after every migration ran.
  const { falha, emMemoria, pendentes } = storageOf(db).state;
  const gravacao = falha === null && !emMemoria;
  const nosso = {
    ok: banco && disco && gravacao && !isLeaving(),
    banco,
    migracoes: true,
    disco,
    gravacao,
    aviso: noticeOf(db) ?? getNotice?.() ?? null,
    auditoriaNaMemoria: pendentes,
    discos: discos.list(),
    copia: await copias.describeNewest().catch(() => null),
  };
  return externos ? { ...nosso, externos: externos() } : nosso;
}

/**
 * /healthz reads nothing; /readyz checks the database, at most once a second; how full the disks
 * are is known already (`disk.ts`). The write that proves the disk is made by the timer of
 * `storageWatch.ts`, never by a request.
 */
export const healthRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    let visto = Number.NEGATIVE_INFINITY;
    let ultimo: Promise<Readiness> | undefined;

    app.get(
      '/healthz',
      {
        config: ABERTA,
        schema: {
          tags: ['Servidor'],
          summary: 'Diz se o servidor está no ar',
          response: { 200: Saude },
        },
      },
      async () => ({
        ok: true,
        agora: nowIso(),
        aviso: noticeOf(deps.db) ?? deps.getNotice?.() ?? null,
        avisoAdministracao: deps.discos.getNotice() ?? deps.copias.getNotice(),
      }),
    );

    app.get(
      '/readyz',
      {
        config: ABERTA,
        schema: {
          tags: ['Servidor'],
          summary: 'Diz se o banco de dados e o disco estão prontos',
          response: { 200: Readiness, 503: Readiness },
        },
      },
      async (_request, reply) => {
        if (!ultimo || performance.now() - visto > VALIDADE_MS || deps.isLeaving()) {
          visto = performance.now();
          ultimo = check(deps);
        }
        const estado = await ultimo;
        return reply.code(estado.ok ? 200 : 503).send(estado);
      },
    );
  };
