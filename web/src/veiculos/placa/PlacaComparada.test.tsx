import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { PlacaComparada } from './PlacaComparada.tsx';

afterEach(cleanup);

const show = (placa: string, lida: string) =>
  render(
    <p>
      <PlacaComparada placa={placa} lida={lida} />
    </p>,
  );
const listMarcas = () => [...document.querySelectorAll('mark')].map((marca) => marca.textContent);

describe('a plate beside the one that was read', () => {
  test('a differing character is marked and named', () => {
    show('MFE0A26', 'MFEOA26');
    expect(listMarcas()).toEqual(['0']);
    expect(screen.getByText(/difere/).textContent).toBe(
      ', o quarto caractere difere: zero no cadastro, letra O na leitura',
    );
    expect(document.body.textContent).toContain('MFE0A26');
  });

  test('several are marked, and each is named', () => {
    show('IBC1D28', '1BC1D2B');
    expect(listMarcas()).toEqual(['I', '8']);
    expect(screen.getByText(/difere/).textContent).toBe(
      ', o primeiro caractere difere: letra I no cadastro, número 1 na leitura; o sétimo caractere difere: número 8 no cadastro, letra B na leitura',
    );
  });

  test('the hyphen of an old plate counts as no character', () => {
    show('HKQ-3782', 'HKQ378Z');
    expect(listMarcas()).toEqual(['2']);
    expect(screen.getByText(/o sétimo caractere/)).toBeTruthy();
  });

  test.each([
    ['the same plate', 'RIO2A18', 'RIO2A18'],
    ["the car's other plate", 'ABC1234', 'ABC1C34'],
    ['a reading with a character less', 'RIO2A18', 'RIO2A1'],
    ['another plate', 'RIO2A18', 'RIO3B29'],
  ])('%s has no mark, and is one text', (_caso, placa, lida) => {
    show(placa, lida);
    expect(screen.getByText(placa).classList.contains('font-plate')).toBe(true);
    expect([listMarcas(), screen.queryByText(/difere/)]).toEqual([[], null]);
  });
});
