/** The register on a PostgreSQL of its own, beside a bare handler on the same database. */
import { makePlaca } from '../server/src/demo/registro.ts';
import { withPostgres } from './bancadaPostgres.ts';
import { get, measure, median } from './cadastro.ts';
import { listTermos } from './dados.ts';
import { promiseAtMost, promiseRate, showTable } from './promessas.ts';
import { startLimitePostgres } from './servidor.ts';

const RODADAS = 3;

export async function benchPostgres(veiculos: number, duration: number): Promise<void> {
  await withPostgres(async ({ start }) => {
    const { bancada: produto, url } = await start('bancada', veiculos);
    const limite = await startLimitePostgres(url, produto);
    const placas = Array.from({ length: 500 }, (_, i) => makePlaca((i * 197) % veiculos));
    const um = {
      nome: 'GET um veículo',
      requests: placas.map((placa) => get(`/db/veiculos/${placa}`)),
    };
    const busca = {
      nome: 'busca, 200 termos',
      requests: listTermos(veiculos).map((q) =>
        get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`),
      ),
    };
    const taxas: { limite: number; nosso: number }[] = [];
    const linhas: Record<string, string | number>[] = [];
    for (let rodada = 0; rodada < RODADAS; rodada += 1) {
      const dele = await measure(limite, um, duration);
      const nosso = await measure(produto, um, duration);
      taxas.push({ limite: dele.taxa, nosso: nosso.taxa });
      linhas.push({
        rodada: rodada + 1,
        'limite/s': Math.round(dele.taxa),
        'nosso/s': Math.round(nosso.taxa),
        'p99 ms': nosso.p99,
      });
    }
    const achada = await measure(produto, busca, duration, 1);
    await limite.stop();
    await produto.stop();
    showTable(`PostgreSQL, GET um veículo entre ${veiculos}, 32 conexões`, linhas);
    promiseRate({
      trabalho: 'PostgreSQL, GET um veículo',
      limite: median(taxas.map(({ limite: dele }) => dele)),
      nosso: median(taxas.map(({ nosso }) => nosso)),
      parte: median(taxas.map(({ nosso, limite: dele }) => nosso / dele)),
      promessa: 0.5,
    });
    promiseAtMost('PostgreSQL, busca, uma conexão: p99', achada.p99, 20, ' ms');
  });
}
