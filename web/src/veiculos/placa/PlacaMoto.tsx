import { LINHA_PADRAO } from './PlacaAntiga.tsx';
import { PlacaCaracteres } from './PlacaCaracteres.tsx';
import { PlacaQr } from './PlacaQr.tsx';
import { CORES_PLACA, listCelulas, type PlacaDrawing } from './placaDesenho.ts';

const EM_CIMA = listCelulas(53, 46, 3);
const EM_CIMA_ANTIGA = listCelulas(31, 46, 3);
const EMBAIXO = listCelulas(8, 46, 4);

export function PlacaMoto({
  caracteres,
  cor,
  opacidade,
  qr,
  antiga,
  linha = LINHA_PADRAO,
}: PlacaDrawing & { antiga: boolean; linha?: string }) {
  const { fundo, moldura } = antiga ? CORES_PLACA.antiga : CORES_PLACA.mercosul;
  return (
    <>
      <rect x="2" y="2" width="196" height="166" rx="9" fill={fundo} />
      {antiga ? (
        <>
          <circle cx="18" cy="18" r="4.500" fill={CORES_PLACA.antiga.rebite} />
          <circle cx="182" cy="18" r="4.500" fill={CORES_PLACA.antiga.rebite} />
          <text
            x="100"
            y="24"
            fontSize="15"
            fontWeight="600"
            textAnchor="middle"
            fill={CORES_PLACA.antiga.texto}
            {...(linha.length > 15 ? { textLength: 144, lengthAdjust: 'spacingAndGlyphs' } : {})}
          >
            {linha}
          </text>
        </>
      ) : (
        <>
          <path
            d="M2 30V11a9 9 0 0 1 9-9h178a9 9 0 0 1 9 9v19z"
            fill={CORES_PLACA.mercosul.faixa}
          />
          <text
            x="101.5"
            y="23"
            fontSize="17"
            fontWeight="700"
            letterSpacing="3"
            textAnchor="middle"
            fill="#ffffff"
          >
            BRASIL
          </text>
          {qr ? <PlacaQr placa={caracteres} x={14} y={39} /> : null}
          <text x="29" y="88" fontSize="17" fontWeight="700" textAnchor="middle" fill={moldura}>
            BR
          </text>
        </>
      )}
      <rect
        x="2"
        y="2"
        width="196"
        height="166"
        rx="9"
        fill="none"
        stroke={moldura}
        strokeWidth="4"
      />
      <PlacaCaracteres
        texto={caracteres.slice(0, 3)}
        centros={antiga ? EM_CIMA_ANTIGA : EM_CIMA}
        base={91}
        tamanho={75}
        cor={cor}
        opacidade={opacidade}
      />
      <PlacaCaracteres
        texto={caracteres.slice(3)}
        centros={EMBAIXO}
        base={158}
        tamanho={75}
        cor={cor}
        opacidade={opacidade}
      />
    </>
  );
}
