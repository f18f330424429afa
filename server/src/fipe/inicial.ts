/** The small catalogue of the release: the vehicles of a campus. */
import { formatAno } from '@unipark/contract/fipe';
import type { Transacao } from '../platform/db/banco.ts';
import { activate, add, begin, findAtiva, type LevelRows } from './edicoesRepo.ts';

export interface CatalogoInicial {
  tipos: Record<string, SeedMarca[]>;
}
interface SeedMarca {
  codigo: string;
  nome: string;
  modelos: { codigo: string; nome: string; anos: string[] }[];
}

function rowsOf({ tipos }: CatalogoInicial): LevelRows {
  const linhas: LevelRows = { marcas: [], modelos: [], anos: [] };
  for (const [tipo, marcas] of Object.entries(tipos)) {
    for (const [posicao, { codigo: marca, nome, modelos }] of marcas.entries()) {
      linhas.marcas.push({ tipo, codigo: marca, nome, posicao });
      for (const [lugar, { codigo: modelo, nome: nomeModelo, anos }] of modelos.entries()) {
        linhas.modelos.push({ tipo, marca, codigo: modelo, nome: nomeModelo, posicao: lugar });
        for (const [vez, codigo] of anos.entries()) {
          linhas.anos.push({ tipo, marca, modelo, codigo, nome: formatAno(codigo), posicao: vez });
        }
      }
    }
  }
  return linhas;
}

/** Activates the committed catalogue, unless one from another source is in use. */
export async function seedCatalogo(trx: Transacao, inicial: CatalogoInicial): Promise<void> {
  const ativa = await findAtiva(trx);
  if (ativa && ativa.origem !== 'inicial') return;
  const { id } = await begin(trx, { origem: 'inicial', situacao: 'antiga' });
  await add(trx, id, rowsOf(inicial));
  await activate(trx, id);
}
