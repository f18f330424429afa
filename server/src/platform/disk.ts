/**
 * How full the disks of the server are. They are read here alone, every ten seconds and never by a
 * request; only SQLite's reserve measures by itself, because it needs the bytes of this moment.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { createPatience } from './folder/patience.ts';

const COMPASSO_MS = 10_000;

/** From here on administrators are warned. */
const AVISO = 0.9;
/** From here on no picture is written: what is left is for readings and the register. */
const CHEIO = 0.97;
/** A full disk has room again below this: a bit of free space is gone with the next pictures. */
const FOLGA = 0.96;

/** What of a file system's numbers is read; a test replaces it. */
export type DiskReader = (
  pasta: string,
) => Promise<Record<'blocks' | 'bfree' | 'bavail' | 'bsize', number>>;

export interface DiskSpace {
  /** Bytes that this user may still write. */
  livres: number;
  /** The used part of what this user may use, as `df` shows it: 0 to 1. */
  usado: number;
}

export const NIVEIS = ['bom', 'aviso', 'cheio'] as const;
export type DiskLevel = (typeof NIVEIS)[number];

/** The space of the disk of a folder. @throws when the folder is away */
export async function measureDisk(pasta: string, read: DiskReader = statfs): Promise<DiskSpace> {
  const { blocks, bfree, bavail, bsize } = await read(pasta);
  const usados = blocks - bfree;
  const todos = usados + bavail;
  return { livres: bavail * bsize, usado: todos > 0 ? usados / todos : 0 };
}

/** The level of a used part, after the level before. */
export function levelOf(usado: number, antes: DiskLevel = 'bom'): DiskLevel {
  if (usado >= CHEIO || (antes === 'cheio' && usado >= FOLGA)) return 'cheio';
  return usado >= AVISO ? 'aviso' : 'bom';
}

const GB = 1024 ** 3;

/** '91 % cheio, 4,2 GB livres' */
export function formatSpace({ usado, livres }: DiskSpace): string {
  const [quanto, unidade] = livres < GB ? [livres / 1024 ** 2, 'MB'] : [livres / GB, 'GB'];
  const casas = { maximumFractionDigits: unidade === 'GB' && quanto < 100 ? 1 : 0 };
  return `${Math.floor(usado * 100)} % cheio, ${quanto.toLocaleString('pt-BR', casas)} ${unidade} livres`;
}

/** Below this the next copy of the database, or a busy day, has no room. */
const MINIMO = 200 * 1024 ** 2;

/** What `unipark doctor` says of a disk. */
export function judgeDisk(
  onde: string,
  espaco: DiskSpace,
): { nivel: 'bom' | 'aviso' | 'falha'; texto: string } {
  const texto = `${onde}: ${formatSpace(espaco)}`;
  const nivel = levelOf(espaco.usado);
  if (nivel === 'cheio') {
    return { nivel: 'falha', texto: `${texto}. Fotos novas não são guardadas: libere espaço.` };
  }
  if (espaco.livres < MINIMO) return { nivel: 'falha', texto: `${texto}. Libere espaço no disco.` };
  if (nivel === 'aviso') return { nivel, texto: `${texto}. Libere espaço no disco.` };
  return { nivel, texto };
}

/** The disks of an installation: of the data, and of pictures in a folder of their own. */
export const DISCOS = ['dados', 'fotos'] as const;
type DiskName = (typeof DISCOS)[number];

const NOMES: Record<DiskName, string> = {
  dados: 'O disco do servidor',
  fotos: 'O disco das fotos',
};

export interface DiskState extends DiskSpace {
  disco: DiskName;
  nivel: DiskLevel;
}

interface DiskWatchDeps {
  config: Pick<Config, 'dataDir' | 'arquivosDir'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  read?: DiskReader | undefined;
}

export function createDiskWatch({ config, log, read }: DiskWatchDeps) {
  const { dataDir: dados, arquivosDir: fotos } = config;
  const estados = new Map<DiskName, DiskState>();
  // A file server that is away holds a call, and one call only.
  const vigiados = Object.entries({ dados, fotos }).flatMap(([disco, pasta]) =>
    pasta === null ? [] : [{ disco: disco as DiskName, pasta, inTime: createPatience()(1) }],
  );
  let relogio: NodeJS.Timeout | undefined;

  async function sample(): Promise<void> {
    for (const { disco, pasta, inTime } of vigiados) {
      const espaco = await inTime(() => measureDisk(pasta, read)).catch(() => undefined);
      // What is not known is not full: the folder says by itself that it is away.
      if (!espaco) {
        estados.delete(disco);
        continue;
      }
      const antes = estados.get(disco)?.nivel;
      const nivel = levelOf(espaco.usado, antes);
      estados.set(disco, { ...espaco, disco, nivel });
      if (nivel === (antes ?? 'bom')) continue;
      log[nivel === 'bom' ? 'info' : 'warn']({ disco, nivel, ...espaco }, 'disk space');
    }
  }

  return {
    /** Measures now, and from now on every ten seconds. */
    async start(): Promise<void> {
      await sample();
      relogio = setInterval(() => void sample(), COMPASSO_MS);
      relogio.unref();
    },

    stop: (): void => clearInterval(relogio),

    /** The disks that could be measured. */
    list: (): DiskState[] => [...estados.values()],

    find: (disco: DiskName): DiskState | undefined => estados.get(disco),

    /** For administrators, from 90 % on; null with more room. */
    getNotice(): string | null {
      const cheio = [...estados.values()].find(({ nivel }) => nivel !== 'bom');
      if (!cheio) return null;
      return (
        `${NOMES[cheio.disco]} está ${formatSpace(cheio)}. ` +
        'Libere espaço, ou encurte os prazos em Configurações › Retenção.'
      );
    },
  };
}

export type DiskWatch = ReturnType<typeof createDiskWatch>;
