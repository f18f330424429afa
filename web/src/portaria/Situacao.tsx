import { connected } from '../lib/connection.ts';
import { recentHour } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { useMinute } from '../lib/useMinute.ts';
import { fila } from './fila.ts';
import { registrados } from './registrados.ts';
import { NOMES_SENTIDO } from './veredito.ts';

/** The last line: whether the server answers, what waits for it, and the last registration. */
export function Situacao() {
  const isConnected = useStore(connected);
  const pendentes = useStore(fila).filter(({ recusa }) => recusa === undefined).length;
  const [ultimo] = useStore(registrados);
  const agora = useMinute();
  return (
    <div className="portaria-situacao">
      <span className="inline-flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2.5 rounded-full ${isConnected ? 'bg-positive' : 'bg-danger'}`}
        />
        {isConnected ? 'Conectado' : 'Sem conexão'}
      </span>
      <span role="status" className="font-semibold text-warning">
        {pendentes > 0 && `${pendentes} a enviar`}
      </span>
      <span role="status" className="ultima">
        {ultimo &&
          `Última: ${ultimo.placa} · ${NOMES_SENTIDO[ultimo.sentido]} ${recentHour(ultimo.instante, agora)}`}
      </span>
    </div>
  );
}
