import { recentHour } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { useMinute } from '../lib/useMinute.ts';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { registrados } from './registrados.ts';
import { NOMES_SENTIDO } from './veredito.ts';

/** What was registered here, where the screen has room for it. */
export function UltimosRegistros() {
  const itens = useStore(registrados);
  const agora = useMinute();
  if (itens.length === 0) return <div className="portaria-registros" />;
  return (
    <section className="portaria-registros" aria-labelledby="portaria-registros">
      <h2 id="portaria-registros">Últimos registros</h2>
      <ol>
        {itens.map(({ chave, placa, sentido, instante }) => (
          <li key={chave}>
            <PlacaTexto placa={placa} className="text-xl" />
            <span>{NOMES_SENTIDO[sentido]}</span>
            <time dateTime={instante}>{recentHour(instante, agora)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
