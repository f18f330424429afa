import { PlacaCaracteres } from './PlacaCaracteres.tsx';
import { PlacaQr } from './PlacaQr.tsx';
import { CORES_PLACA, listCelulas, type PlacaDrawing } from './placaDesenho.ts';

const { fundo, moldura, faixa } = CORES_PLACA.mercosul;
const CENTROS = listCelulas(52, 48, 7);

export function PlacaMercosul({ caracteres, cor, opacidade, qr }: PlacaDrawing) {
  return (
    <>
      <rect x="2" y="2" width="396" height="126" rx="9" fill={fundo} />
      <path d="M2 32V11a9 9 0 0 1 9-9h378a9 9 0 0 1 9 9v21z" fill={faixa} />
      <rect
        x="2"
        y="2"
        width="396"
        height="126"
        rx="9"
        fill="none"
        stroke={moldura}
        strokeWidth="4"
      />
      <text
        x="201.5"
        y="25"
        fontSize="19"
        fontWeight="700"
        letterSpacing="3"
        textAnchor="middle"
        fill="#ffffff"
      >
        BRASIL
      </text>
      {qr ? <PlacaQr placa={caracteres} x={14} y={46} /> : null}
      <text x="29" y="108" fontSize="17" fontWeight="700" textAnchor="middle" fill={moldura}>
        BR
      </text>
      <PlacaCaracteres
        texto={caracteres}
        centros={CENTROS}
        base={110}
        tamanho={94}
        cor={cor}
        opacidade={opacidade}
      />
    </>
  );
}
