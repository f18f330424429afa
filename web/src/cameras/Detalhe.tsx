import type { RefObject } from 'react';
import { useAgora } from '../lib/useAgora.ts';
import type { Situacao } from './situacao.ts';
import { detalheDe, type Medida, type Modo } from './textos.ts';

type DetalheProps = { modo: Modo; situacao: Situacao; medida: RefObject<Medida> };

/** Mode and age of the last picture: on hover or focus, and always while it stands still. */
export function Detalhe({ modo, situacao, medida }: DetalheProps) {
  const agora = useAgora();
  return (
    <p className="camera-detalhe tabular">{detalheDe(modo, situacao, medida.current, agora)}</p>
  );
}
