/**
 * The list of accounts: found and sorted without accents and case. The identity library owns their
 * table, which has no column for that, so names and addresses are folded here: some thousands of
 * them are a few milliseconds, read in short slices.
 */
import { LIMITE_PADRAO, palavrasDaBusca } from '@unipark/contract/lista';
import { dobrar } from '@unipark/contract/texto';
import type { ListaUsuarios, Usuario } from '@unipark/contract/usuario';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import type { Pagina } from '../../platform/db/page.ts';
import { invalid } from '../../platform/errors.ts';
import {
  type ContaNaLista,
  everyConta,
  findUsuarios,
  type LinhaUsuario,
  lastSeen,
  withFator,
} from './repo.ts';

/** A place in the list: the folded name, and the id that settles ties. */
type Lugar = [nome: string, id: string];

const compare = (a: Lugar, b: Lugar): number =>
  a[0] === b[0] ? Number(a[1] > b[1]) - Number(a[1] < b[1]) : a[0] < b[0] ? -1 : 1;

const encode = (lugar: Lugar): string => Buffer.from(JSON.stringify(lugar)).toString('base64url');

function decode(campo: 'apos' | 'antes', cursor: string): Lugar {
  try {
    const [nome, id, ...resto] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof nome === 'string' && typeof id === 'string' && resto.length === 0) return [nome, id];
  } catch {
    // not ours: the sentence below says so
  }
  throw invalid({ [campo]: 'Cursor inválido. Recarregue a lista.' });
}

const palavrasDe = (texto: string): string => ` ${dobrar(texto).replaceAll('-', ' ')}`;

/** Every word must occur: two characters at the beginning of a word, three and more anywhere. */
function matcher(q: string): (conta: ContaNaLista) => boolean {
  const termos = palavrasDaBusca(q)
    .flatMap((palavra) => palavra.split('-'))
    .filter(Boolean)
    .map((termo) => ([...termo].length < 3 ? ` ${termo}` : termo));
  return ({ name, email }) => {
    const texto = `${palavrasDe(name)}${palavrasDe(email)}`;
    return termos.length > 0 && termos.every((termo) => texto.includes(termo));
  };
}

async function places(db: Banco, { q, situacao }: ListaUsuarios): Promise<Lugar[]> {
  const matches = q === undefined ? () => true : matcher(q);
  const lugares: Lugar[] = [];
  for await (const fatia of everyConta(db, situacao)) {
    for (const conta of fatia) {
      if (matches(conta)) lugares.push([dobrar(conta.name).trim(), conta.id]);
    }
    // Lets the requests that arrived meanwhile run between two slices.
    await new Promise(setImmediate);
  }
  return lugares.sort(compare);
}

/** Where the page begins and ends among all places. */
function range(lugares: Lugar[], { limite = LIMITE_PADRAO, apos, antes }: ListaUsuarios) {
  if (antes !== undefined) {
    const ponto = decode('antes', antes);
    const achado = lugares.findIndex((lugar) => compare(lugar, ponto) >= 0);
    const fim = achado < 0 ? lugares.length : achado;
    // Too few before the cursor: the first page, whole.
    return fim < limite ? { inicio: 0, fim: limite } : { inicio: fim - limite, fim };
  }
  if (apos === undefined) return { inicio: 0, fim: limite };
  const ponto = decode('apos', apos);
  const achado = lugares.findIndex((lugar) => compare(lugar, ponto) > 0);
  const inicio = achado < 0 ? lugares.length : achado;
  return { inicio, fim: inicio + limite };
}

const situacaoOf = ({ desabilitadoEm, pendencia }: LinhaUsuario): Usuario['situacao'] =>
  desabilitadoEm !== null ? 'desabilitada' : (pendencia ?? 'ativa');

/** The accounts as they travel, in the order of `ids`; one that is gone meanwhile is left out. */
export async function toUsuarios(db: Banco | Transacao, ids: string[]): Promise<Usuario[]> {
  if (ids.length === 0) return [];
  const linhas = new Map((await findUsuarios(db, ids)).map((linha) => [linha.id, linha]));
  const vistas = await lastSeen(db, ids);
  const comFator = await withFator(db, ids);
  return ids.flatMap((id) => {
    const linha = linhas.get(id);
    if (!linha) return [];
    return {
      id,
      nome: linha.name,
      email: linha.email,
      fotoUrl: linha.image,
      admin: Boolean(linha.admin),
      situacao: situacaoOf(linha),
      emailVerificado: Boolean(linha.emailVerified),
      segundoFator: comFator.has(id),
      criadaEm: linha.createdAt,
      vistaEm: vistas.get(id) ?? null,
    };
  });
}

/** A page of accounts by name, and how many there are. */
export async function listUsuarios(
  db: Banco,
  pedido: ListaUsuarios,
): Promise<Pagina<Usuario> & { total: number }> {
  const lugares = await places(db, pedido);
  const { inicio, fim } = range(lugares, pedido);
  const pagina = lugares.slice(inicio, fim);
  const [primeiro] = pagina;
  const ultimo = pagina.at(-1);
  const linhas = await toUsuarios(
    db,
    pagina.map(([, id]) => id),
  );
  return {
    linhas,
    total: lugares.length,
    anterior: inicio > 0 && primeiro ? encode(primeiro) : undefined,
    proximo: fim < lugares.length && ultimo ? encode(ultimo) : undefined,
  };
}
