import { CORES_PLACA, type Desenho } from './placaDesenho.ts';

const { fundo, moldura } = CORES_PLACA.mercosul;

/** A text in neither format (foreign, half typed, misread): white ground, text only. */
export function PlacaSemFormato({ caracteres, cor, opacidade }: Desenho) {
  return (
    <>
      <rect
        x="2"
        y="2"
        width="396"
        height="126"
        rx="9"
        fill={fundo}
        stroke={moldura}
        strokeWidth="4"
      />
      <text
        x="200"
        y="98"
        fontSize="94"
        fontFamily="var(--font-plate)"
        fontWeight="600"
        textAnchor="middle"
        fill={cor}
        opacity={opacidade}
        {...(caracteres.length > 8 ? { textLength: 368, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {caracteres}
      </text>
    </>
  );
}
