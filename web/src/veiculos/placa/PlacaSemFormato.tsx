import { PlacaCaracteres } from './PlacaCaracteres.tsx';
import { CORES_PLACA, celulas, type Desenho } from './placaDesenho.ts';

const { fundo, moldura } = CORES_PLACA.mercosul;
const CELULA = 48;
const LARGURA = 372;

/** A text in neither format (foreign, half typed, misread): white ground, text only. */
export function PlacaSemFormato({ caracteres, cor, opacidade }: Desenho) {
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
        centros={celulas(inicio, celula, caracteres.length)}
        base={98}
        tamanho={(94 * celula) / CELULA}
        cor={cor}
        opacidade={opacidade}
      />
    </>
  );
}
