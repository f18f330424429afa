import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { hour } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { undoPassagem } from './api.ts';
import { fila, undoQueued } from './fila.ts';
import { type RecentRegistro, registrados, removeRegistrado } from './registrados.ts';
import { NOMES_SENTIDO } from './veredito.ts';

const DESFAZER_MS = 10_000;

/** The last registration in one line; for ten seconds it can be undone. */
export function LinhaRegistrada() {
  const [ultimo] = useStore(registrados);
  /** The one undone last, and the newest of the others then: a newer one takes its place. */
  const [desfeita, setDesfeita] = useState<{ registro: RecentRegistro; depois?: string }>();
  const isDesfeita = desfeita !== undefined && desfeita.depois === ultimo?.chave;
  return (
    <div className="portaria-feita">
      <p role="status" className="min-w-0 grow">
        {isDesfeita ? (
          <Frase registro={desfeita.registro} icone="x" fim="desfeita" />
        ) : (
          ultimo && <Frase registro={ultimo} icone="check" fim={hour(ultimo.instante)} />
        )}
      </p>
      {ultimo && !isDesfeita && (
        <Desfazer
          key={ultimo.chave}
          registro={ultimo}
          onDone={() => {
            const [primeiro] = registrados.get();
            removeRegistrado(ultimo.chave);
            // Registered while the answer was on its way: that one is shown.
            if (primeiro?.chave !== ultimo.chave) return;
            const [outro] = registrados.get();
            setDesfeita({ registro: ultimo, ...(outro && { depois: outro.chave }) });
          }}
        />
      )}
    </div>
  );
}

type FraseProps = { registro: RecentRegistro; icone: 'check' | 'x'; fim: string };

function Frase({ registro: { placa, sentido }, icone, fim }: FraseProps) {
  return (
    <span className="flex items-center gap-2">
      <Icon name={icone} size={24} className={icone === 'check' ? 'text-positive' : 'text-muted'} />
      <span className="feita-texto">
        <PlacaTexto placa={placa} className="text-xl" />
        <span>{`${NOMES_SENTIDO[sentido]} ${fim}`}</span>
      </span>
    </span>
  );
}

type DesfazerProps = { registro: RecentRegistro; onDone: () => void };

/** Undoes here while the registration waits, else at the server. Hidden after its time. */
function Desfazer({ registro, onDone }: DesfazerProps) {
  const { mutateAsync, isPending } = useMutation(undoPassagem);
  const noServidor = registro.id !== undefined;
  const naFila = useStore(fila).some(({ chave }) => chave === registro.chave);
  const [aTempo, setATempo] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setATempo(false), DESFAZER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!aTempo && !isPending) return null;
  const undo = async () => {
    const desfeita = await undoQueued(registro.chave);
    if (!desfeita && registro.id !== undefined) await mutateAsync(registro.id);
    onDone();
  };
  return (
    <Button
      onClick={() => void undo().catch(() => undefined)}
      loading={isPending}
      disabled={!noServidor && !naFila}
    >
      Desfazer
    </Button>
  );
}
