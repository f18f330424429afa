import { useStore } from '../lib/store.ts';
import { recentHour } from '../lib/time/format.ts';
import { useMinute } from '../lib/time/useMinute.ts';
import { connected } from '../lib/wire/connection.ts';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { fila } from './fila.ts';
import { registrados } from './registrados.ts';
import { NOMES_SENTIDO } from './veredito.ts';

export function Registros() {
  return (
    <>
      <UltimosRegistros />
      <Situacao />
    </>
  );
}

function Situacao() {
  const isConnected = useStore(connected);
  const pendentes = useStore(fila).filter(({ recusa }) => recusa === undefined).length;
  const [ultimo] = useStore(registrados);
  const agora = useMinute();
  return (
    <div className="portaria-situacao">
      {/* A wide header says it; the line over the screen says when there is no connection. */}
      {isConnected && (
        <span className="inline-flex items-center gap-2 desktop:hidden">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-positive" />
          Conectado
        </span>
      )}
      <span role="status" className="font-semibold text-warning">
        {pendentes > 0 && `${pendentes} a enviar`}
      </span>
      <span className="ultima">
        {ultimo && (
          <>
            Última: <PlacaTexto placa={ultimo.placa} className="text-base" />
            {` · ${NOMES_SENTIDO[ultimo.sentido]} ${recentHour(ultimo.instante, agora)}`}
          </>
        )}
      </span>
    </div>
  );
}

function UltimosRegistros() {
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
