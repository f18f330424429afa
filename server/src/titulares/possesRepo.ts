/**
 * From when to when a car belonged to an owner, by the audit. A car that changed hands has passages
 * of several people, and each may have only those of their own time.
 */
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import type { ProprietarioCompleto } from '@unipark/contract/proprietario';
import { readCut } from '../platform/auditCut.ts';
import type { Banco } from '../platform/db/banco.ts';
import { containsText, unindexed } from '../platform/db/search.ts';
import { walk } from '../platform/db/slices.ts';

/** The time in which a car belonged to the owner; `ate` is null while it does. */
export interface Posse {
  chave: string;
  de: string;
  ate: string | null;
}

interface OwnedStates {
  antes?: { proprietario_matricula?: string | null };
  depois?: { proprietario_matricula?: string | null };
}

/** The last act that removed an owner of this matrícula: earlier acts are of another person. */
async function findBeginning(db: Banco, matricula: string): Promise<number> {
  const linhas = await db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .select(['auditoria.id', 'detalhe'])
    .where('entidade', '=', 'proprietario')
    .where('chave', '=', matricula)
    .orderBy('auditoria.id', 'desc')
    .execute();
  const removida = linhas.find(({ detalhe }) => {
    const { antes, depois }: OwnedStates = JSON.parse(detalhe);
    return antes !== undefined && depois === undefined;
  });
  return (removida?.id ?? 0) + 1;
}

/** The acts on vehicles that name the owner, oldest first. */
async function* listActs(db: Banco, matricula: string, de: number) {
  const { ultima } = await db
    .selectFrom('auditoria')
    .select((eb) => eb.fn.max<number | null>('id').as('ultima'))
    .executeTakeFirstOrThrow();
  const nomeada = `"proprietario_matricula":${JSON.stringify(matricula)}`;
  yield* walk({ de, ate: Number(ultima ?? 0) }, 'asc', (fatia) =>
    db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select(['quando', 'chave', 'detalhe'])
      .where('auditoria.id', '>=', fatia.de)
      .where('auditoria.id', '<=', fatia.ate)
      .where('entidade', '=', 'veiculo')
      .where(containsText('detalhe', nomeada))
      .orderBy('auditoria.id')
      .execute(),
  );
}

/** Whether the car had another owner before an instant; if not, earlier passages are of this one. */
async function hadOwner(db: Banco, { chave, de }: Posse): Promise<boolean> {
  const linha = await db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .select('auditoria.id')
    .where('entidade', '=', 'veiculo')
    .where('chave', 'in', [chave, findGemea(chave) ?? chave])
    .where(unindexed('quando'), '<', de)
    .where(containsText('detalhe', '"proprietario_matricula":"'))
    .limit(1)
    .executeTakeFirst();
  return linha !== undefined;
}

/** The first act on the owner's record, the times of their cars, and the vehicles of today. */
export async function readPosses(db: Banco, matricula: string) {
  const inicio = await findBeginning(db, matricula);
  // Of the time before retention cut the audit nothing proves an owner.
  const semProva = (await readCut(db)).em ?? '';
  const posses: Posse[] = [];
  const findOpen = (chave: string) =>
    posses.find((posse) => posse.chave === chave && posse.ate === null);
  for await (const { quando, chave: placa, detalhe } of listActs(db, matricula, inicio)) {
    const { antes, depois }: OwnedStates = JSON.parse(detalhe);
    const chave = keyOfPlaca(placa);
    const dela = findOpen(chave);
    if (depois?.proprietario_matricula === matricula) {
      if (!dela) posses.push({ chave, de: quando, ate: null });
    } else if (antes?.proprietario_matricula === matricula) {
      if (dela) dela.ate = quando;
      else posses.push({ chave, de: semProva, ate: quando });
    }
  }
  const veiculos = await db
    .selectFrom('veiculos')
    .select(['placa', 'chave', 'criado_em'])
    .where('proprietario_matricula', '=', matricula)
    .orderBy('placa')
    .execute();
  for (const { chave, criado_em } of veiculos) {
    if (!findOpen(chave)) posses.push({ chave, de: criado_em, ate: null });
  }
  for (const posse of posses) if (!(await hadOwner(db, posse))) posse.de = semProva;
  return { inicio, posses, placas: veiculos.map(({ placa }) => placa) };
}

interface OwnerStates {
  antes?: Partial<ProprietarioCompleto>;
  depois?: Partial<ProprietarioCompleto>;
}

/** The names, addresses and telephones that the owner has and had. */
export async function listFormerTexts(db: Banco, matricula: string, inicio: number) {
  const atual = await db
    .selectFrom('proprietarios')
    .select(['nome', 'email', 'telefone'])
    .where('matricula', '=', matricula)
    .executeTakeFirst();
  const linhas = await db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .select('detalhe')
    .where('entidade', '=', 'proprietario')
    .where('chave', '=', matricula)
    .where('auditoria.id', '>=', inicio)
    .execute();
  const estados = linhas.flatMap(({ detalhe }) => {
    const { antes, depois }: OwnerStates = JSON.parse(detalhe);
    return [antes ?? {}, depois ?? {}];
  });
  const valuesOf = (campo: 'nome' | 'email' | 'telefone'): string[] => [
    ...new Set([atual, ...estados].flatMap((estado) => estado?.[campo] ?? [])),
  ];
  return {
    textos: [...valuesOf('nome'), ...valuesOf('email')],
    telefones: valuesOf('telefone'),
  };
}
