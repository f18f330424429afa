import { PlacaCaracteres } from './PlacaCaracteres.tsx';
import { CORES_PLACA, listCelulas, type PlacaDrawing } from './placaDesenho.ts';

const { fundo, moldura } = CORES_PLACA.mercosul;
const CELULA = 48;
const LARGURA = 372;

/** A text in neither format (foreign, incomplete, misread): white background and text alone. */
export function PlacaSemFormato({ caracteres, cor, opacidade }: PlacaDrawing) {
  const celula = Math.min(CELULA, LARGURA / caracteres.length);
  const inicio = (400 - celula * caracteres.length) / 2;
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
      <PlacaCaracteres
        texto={caracteres}
        centros={listCelulas(inicio, celula, caracteres.length)}
        base={98}
        tamanho={(94 * celula) / CELULA}
        cor={cor}
        opacidade={opacidade}
      />
    </>
  );
}
