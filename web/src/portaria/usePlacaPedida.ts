import { tipoPlaca } from '@unipark/contract/placa';
import { useEffect, useState } from 'react';
import { TAMANHO } from './teclas.ts';

/** A plate of another country may be this short. */
const MINIMO = 4;
/** Seven characters that are no plate of ours: perhaps somebody is still mending them. */
const PAUSA = 500;

/**
 * The plate to ask for, '' while it is not whole: a plate of ours at its seventh character, any
 * other text after a pause, or when `pedir` says so (Enter).
 */
export function usePlacaPedida(texto: string) {
  const [pedida, setPedida] = useState('');
  const valida = tipoPlaca(texto) !== 'Inválida';
  const espera = !valida && texto.length === TAMANHO;
  useEffect(() => {
    if (!espera) return;
    const timer = setTimeout(() => setPedida(texto), PAUSA);
    return () => clearTimeout(timer);
  }, [texto, espera]);
  return {
    placa: valida || texto === pedida ? texto : '',
    pedir: () => setPedida(texto.length >= MINIMO ? texto : ''),
  };
}
