/** The register under load: requests a second, latencies and CPU a request. */
import autocannon, { type Request } from 'autocannon';
import { makePlaca } from '../server/src/demo/registro.ts';
import { listTermos } from './dados.ts';
import { startBancada } from './servidor.ts';

/** Prints the table. `duration`: seconds of each load. */
export async function benchCadastro(veiculos: number, duration: number): Promise<void> {
  const bancada = await startBancada(veiculos);
  const { url, headers, usage, partida } = bancada;
  const linhas: Record<string, string | number>[] = [];

  async function measure(trabalho: string, requests: Request[], connections = 32): Promise<void> {
    const antes = usage().cpu;
    const {
      requests: taxa,
      latency,
      non2xx,
      errors,
    } = await autocannon({ url, connections, duration, requests });
    linhas.push({
      trabalho,
      'pedidos/s': Math.round(taxa.average),
      'p50 ms': latency.p50,
      'p99 ms': latency.p99,
      'CPU ms/pedido': Number(((usage().cpu - antes) / taxa.total).toFixed(3)),
      falhas: non2xx + errors,
    });
  }

  let proxima = 0;
  const nextPlaca = (): string => {
    proxima += 1;
    return `ZZ${String.fromCharCode(65 + (Math.floor(proxima / 10_000) % 26))}${String(proxima % 10_000).padStart(4, '0')}`;
  };
  const busca = listTermos(veiculos).map(
    (q): Request => ({ path: `/db/veiculos/busca?q=${encodeURIComponent(q)}`, headers }),
  );
  const umVeiculo = Array.from(
    { length: 500 },
    (_, i): Request => ({
      path: `/db/veiculos/${makePlaca((i * 197) % veiculos)}`,
      headers,
    }),
  );

  const ociosa = usage().mb;
  await measure('GET um veículo', umVeiculo);
  await measure('lista de 50', [{ path: '/db/veiculos?limite=50&ordem=modelo', headers }]);
  await measure('busca, 200 termos', busca);
  await measure(
    'criar',
    [
      {
        method: 'POST',
        path: '/db/veiculos',
        headers,
        setupRequest: (pedido) => ({
          ...pedido,
          body: JSON.stringify({ placa: nextPlaca(), modelo: 'GOL', cor: 'Azul', status: 'ATIVO' }),
        }),
      },
    ],
    8,
  );
  await measure(
    'alterar',
    [
      {
        method: 'PUT',
        path: `/db/veiculos/${makePlaca(7)}`,
        headers,
        body: JSON.stringify({ cor: 'Verde' }),
      },
    ],
    8,
  );

  console.table(linhas);
  console.log(
    `partida até o primeiro 200: ${Math.round(partida)} ms · memória: ${Math.round(ociosa)} MB ociosa, ${Math.round(usage().mb)} MB no fim`,
  );
  await bancada.stop();
}
