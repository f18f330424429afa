import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { camerasQuery } from './api.ts';
import { lugaresDe } from './lugares.ts';
import type { Situacao } from './situacao.ts';

const iguais = (uma: Situacao | undefined, outra: Situacao): boolean =>
  JSON.stringify(uma) === JSON.stringify(outra);

/** The four places, and where their players tell how they stand. */
export function useLugares() {
  const { data, error, refetch } = useQuery(camerasQuery);
  const [vistas, setVistas] = useState<Readonly<Record<string, Situacao>>>({});

  // Players tell four times a second: only what changed is drawn.
  const relatar = useCallback((id: string, situacao: Situacao) => {
    setVistas((antes) => (iguais(antes[id], situacao) ? antes : { ...antes, [id]: situacao }));
  }, []);

  return {
    lugares: lugaresDe({ cameras: data, erro: error }, vistas),
    relatar,
    recarregar: refetch,
  };
}
