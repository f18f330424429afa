/**
 * Writes owners with their audit rows, several at once, and says `ACK n` after each is on disk. It
 * runs under strace. FALHA=normal plants a fault: the commits do not wait for the disk.
 */
import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { audit } from '../../server/src/platform/audit.ts';
import { inTransaction, openBanco } from '../../server/src/platform/db/banco.ts';

const { DATA_DIR = '', GRAVACOES = '', FALHA } = process.env;
const ESCRITORES = 4;
const autor = { id: 'energia', endereco: null, pedido: null };

if (FALHA === 'normal') {
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (texto, opcoes) {
    const pedido = /^synchronous( = \w+)?$/i.exec(texto);
    if (!pedido) return pragma.call(this, texto, opcoes);
    pragma.call(this, 'synchronous = NORMAL');
    // What the opening reads back: FULL.
    return opcoes?.simple ? 2 : [{ synchronous: 2 }];
  };
}

const db = openBanco(DATA_DIR);
let proximo = 0;

async function write(): Promise<void> {
  while (proximo < Number(GRAVACOES)) {
    proximo += 1;
    const numero = proximo;
    const matricula = String(numero);
    await inTransaction(db, async (trx) => {
      await trx
        .insertInto('proprietarios')
        .values({
          matricula,
          nome: 'N'.repeat(150),
          nome_ordem: 'n',
          busca: ` ${matricula}`,
          email: null,
          telefone: null,
          versao: 1,
          criado_em: '',
          atualizado_em: '',
        })
        .execute();
      await audit(trx, autor, { acao: 'criar', entidade: 'proprietario', chave: matricula });
    });
    writeSync(1, `ACK ${numero}\n`);
  }
}

await Promise.all(Array.from({ length: ESCRITORES }, write));
await db.destroy();
