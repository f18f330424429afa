import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FraseComPlacas } from './FraseComPlacas.tsx';

afterEach(cleanup);

const show = (texto: string) => {
  render(<p data-testid="frase">{<FraseComPlacas texto={texto} />}</p>);
  const placas = [...document.querySelectorAll('.font-plate')].map((placa) => placa.textContent);
  return { texto: document.querySelector('p')?.textContent, placas };
};

test.each([
  ['Proibido: MFE0A26', ['MFE0A26']],
  ['Leitura corrigida: QXJ0D52 → RIO2A18', ['QXJ0D52', 'RIO2A18']],
  ['A placa ABC-1234 já está cadastrada.', ['ABC-1234']],
  ['NÃO CADASTRADO: ABC1234, CRETA 1.6 16V', ['ABC1234']],
])('%s: its plates have the typeface, and the text is the same', (texto, placas) => {
  expect(show(texto)).toEqual({ texto, placas });
});

test.each(['Veículo excluído.', 'XABC1234', 'ABC12345', 'ABC1234@x.br', 'Motor 2012345', ''])(
  '%o has no plate',
  (texto) => {
    expect(show(texto)).toEqual({ texto, placas: [] });
  },
);
