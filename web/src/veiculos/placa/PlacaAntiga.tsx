import { PlacaCaracteres } from './PlacaCaracteres.tsx';
import { CORES_PLACA, listCelulas, type PlacaDrawing } from './placaDesenho.ts';

const { fundo, moldura, rebite, texto } = CORES_PLACA.antiga;
const CENTROS = [...listCelulas(24, 46, 3), 186, ...listCelulas(204, 44, 4)];

/** The line before a city is chosen. */
export const LINHA_PADRAO = 'BR - BRASIL';

export function PlacaAntiga({
  caracteres,
  cor,
  opacidade,
  linha = LINHA_PADRAO,
}: PlacaDrawing & { linha?: string }) {
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
      <circle cx="22" cy="22" r="5" fill={rebite} />
      <circle cx="378" cy="22" r="5" fill={rebite} />
      <text
        x="200"
        y="28"
        fontSize="19"
        fontWeight="600"
        letterSpacing="1"
        textAnchor="middle"
        fill={texto}
        // A long city is drawn narrower, so that it does not touch the rivets.
        {...(linha.length > 26 ? { textLength: 336, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {linha}
      </text>
      <PlacaCaracteres
        texto={`${caracteres.slice(0, 3)}-${caracteres.slice(3)}`}
        centros={CENTROS}
        base={112}
        tamanho={94}
        cor={cor}
        opacidade={opacidade}
      />
    </>
  );
}
