/**
 * Undoing an import: its new records are removed and its changes taken back, but for records that
 * were changed since. A record is known by its version and the instant of its creation: one that
 * was deleted and registered again has the same versions.
 */
import { type Autor, audit } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import type { ImportRecord, ImportTarget, StoredRecord } from './alvos/alvo.ts';
import type { ImportTargets } from './conferencia.ts';
import type { ImportWork } from './fila.ts';
import type { ImportLine } from './linhasRepo.ts';
import * as linhasRepo from './linhasRepo.ts';

const LOTE = 100;

const SUMIU = 'Não está mais no cadastro.';
const MUDOU = 'Foi alterado depois da importação.';

/** The record that the row wrote, as it was before. */
const previousOf = ({ anterior }: ImportLine): ImportRecord | undefined =>
  anterior === null ? undefined : (JSON.parse(anterior) as ImportRecord);

/** Whether the record is not as the row wrote it, or is another one with its key. */
const isChanged = (atual: StoredRecord, { versao, criado_em }: ImportLine): boolean =>
  atual.versao !== versao || (criado_em !== null && atual.criado_em !== criado_em);

/** Takes back some rows of an import of `criada_em`; answers, by line, why a record stays. */
async function takeBack(
  trx: Transacao,
  alvo: ImportTarget,
  autor: Autor,
  { linhas, criada_em }: { linhas: ImportLine[]; criada_em: string },
): Promise<Map<number, string>> {
  const chaves = linhas.flatMap(({ chave }) => chave ?? []);
  const atuais = await alvo.findExisting(trx, chaves);
  const faltam = chaves.filter((chave) => !atuais.has(chave));
  const mudadas = await alvo.findMoved(trx, faltam);
  const lacos = await alvo.findBonds(trx, chaves);
  const antigos = linhas.flatMap((linha) => [previousOf(linha)?.valores ?? {}]);
  const noteOf = await alvo.loadReferences(trx, antigos, criada_em);
  const ficam = new Map<number, string>();
  const saem: ImportRecord[] = [];
  for (const linha of linhas) {
    const atual = atuais.get(linha.chave ?? '');
    const antes = previousOf(linha);
    const laco = antes
      ? Object.values(noteOf(antes.valores).erros)[0]
      : lacos.get(linha.chave ?? '');
    if (!atual) ficam.set(linha.linha, mudadas.get(linha.chave ?? '') ?? SUMIU);
    else if (isChanged(atual, linha)) ficam.set(linha.linha, MUDOU);
    else if (laco) ficam.set(linha.linha, laco);
    else if (!antes) saem.push(atual);
    else {
      const depois = { ...antes, versao: atual.versao + 1 };
      await alvo.change(trx, autor, { antes: atual, depois });
    }
  }
  if (saem.length > 0) await alvo.removeMany(trx, autor, saem);
  return ficam;
}

/** Takes back every row that wrote, in slices. */
export const undoImportacao =
  (alvos: ImportTargets) =>
  async (_db: Banco, { autor, row: { id, tipo }, step }: ImportWork): Promise<void> => {
    for (let acabou = false; !acabou; ) {
      await step(async (trx, row) => {
        const { ponto: apos, desfeitas, mantidas, criada_em } = row;
        const linhas = await linhasRepo.listDone(trx, id, ['criada', 'alterada'], {
          apos,
          limite: LOTE,
        });
        if (linhas.length === 0) {
          acabou = true;
          await audit(trx, autor, {
            acao: 'desfazer',
            entidade: 'importacao',
            chave: String(id),
            detalhe: { nome: row.nome, tipo, desfeitas, mantidas },
          });
          return { fase: 'desfeita' };
        }
        const ficam = await takeBack(trx, alvos[tipo], autor, { linhas, criada_em });
        await linhasRepo.saveDone(
          trx,
          linhas.map((linha) => {
            const motivo = ficam.get(linha.linha) ?? null;
            return { ...linha, feito: motivo === null ? 'desfeita' : 'mantida', motivo };
          }),
        );
        return {
          ponto: linhas.at(-1)?.linha ?? apos,
          feitos: row.feitos + linhas.length,
          desfeitas: desfeitas + linhas.length - ficam.size,
          mantidas: mantidas + ficam.size,
        };
      });
    }
  };
