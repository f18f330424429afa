/** The small catalogue that comes with the release: what staff of a campus meet. */
import { rotuloAno } from '@unipark/contract/fipe';
import type { Transacao } from '../platform/db/banco.ts';
import { activate, add, begin, findAtiva, type Linhas } from './edicoesRepo.ts';

/** The committed catalogue: types, their makes, models and years. */
export interface CatalogoInicial {
  tipos: Record<string, Marca[]>;
}
interface Marca {
  codigo: string;
  nome: string;
  modelos: { codigo: string; nome: string; anos: string[] }[];
}

function rowsOf({ tipos }: CatalogoInicial): Linhas {
  const linhas: Linhas = { marcas: [], modelos: [], anos: [] };
  for (const [tipo, marcas] of Object.entries(tipos)) {
    for (const [posicao, { codigo: marca, nome, modelos }] of marcas.entries()) {
      linhas.marcas.push({ tipo, codigo: marca, nome, posicao });
      for (const [lugar, { codigo: modelo, nome: nomeModelo, anos }] of modelos.entries()) {
        linhas.modelos.push({ tipo, marca, codigo: modelo, nome: nomeModelo, posicao: lugar });
        for (const [vez, codigo] of anos.entries()) {
          linhas.anos.push({ tipo, marca, modelo, codigo, nome: rotuloAno(codigo), posicao: vez });
        }
      }
    }
  }
  return linhas;
}

/** Puts the committed catalogue in use, unless a fuller one from elsewhere is: that one stays. */
export async function seedCatalogo(trx: Transacao, inicial: CatalogoInicial): Promise<void> {
  const ativa = await findAtiva(trx);
  if (ativa && ativa.origem !== 'inicial') return;
  const { id } = await begin(trx, { origem: 'inicial', situacao: 'antiga' });
  await add(trx, id, rowsOf(inicial));
  await activate(trx, id);
}
