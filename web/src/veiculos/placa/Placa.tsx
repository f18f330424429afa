import { tipoPlaca } from '@unipark/contract/placa';
import './placa.css';
import { PlacaAntiga } from './PlacaAntiga.tsx';
import { PlacaMercosul } from './PlacaMercosul.tsx';
import { PlacaMoto } from './PlacaMoto.tsx';
import { PlacaSemFormato } from './PlacaSemFormato.tsx';
import { CORES_PLACA, soletrada } from './placaDesenho.ts';

type PlacaProps = {
  placa: string;
  /** The register's code; only '2' (Moto) changes the drawing. */
  tipo?: string | null;
  /** Line of the old plate, 'MG - LAVRAS'. */
  linha?: string;
  /** Two lines; by default when `tipo` is Moto. */
  moto?: boolean;
  /** Green or red characters; in the form only. */
  validade?: 'valida' | 'invalida';
  /** The plate's text stands beside: the drawing is silent. */
  decorativa?: boolean;
  /** Drawn width in px. At 112 and below the QR would be a smudge and is left out. */
  largura?: number | string;
  className?: string;
};

const EXEMPLO = 'AAA0A00';
const QR_MINIMO = 112;

/** A plate as it looks on the road, in its real colours in every theme. */
export function Placa({
  placa,
  tipo,
  linha,
  moto = tipo === '2',
  validade,
  decorativa = false,
  largura = '100%',
  className = '',
}: PlacaProps) {
  const vazia = placa === '';
  const texto = (vazia ? EXEMPLO : placa).toUpperCase();
  const formato = tipoPlaca(texto);
  const caracteres = texto.replace('-', '');
  const cores = CORES_PLACA[formato === 'Antiga' ? 'antiga' : 'mercosul'];
  const desenho = {
    caracteres,
    cor: validade ? cores[validade] : cores.texto,
    opacidade: vazia ? 0.25 : 1,
    qr: !vazia && (typeof largura !== 'number' || largura > QR_MINIMO),
  };
  const nome = vazia ? 'Placa ainda não informada' : `Placa ${soletrada(texto)}`;
  const [largo, alto] = moto && formato !== 'Inválida' ? [200, 170] : [400, 130];

  return (
    <span className={`placa ${className}`} style={{ width: largura, maxWidth: '100%' }}>
      <svg
        viewBox={`0 0 ${largo} ${alto}`}
        role={decorativa ? undefined : 'img'}
        aria-label={decorativa ? undefined : nome}
        aria-hidden={decorativa || undefined}
        focusable="false"
        width="100%"
        style={{ display: 'block' }}
      >
        {formato === 'Inválida' ? (
          <PlacaSemFormato {...desenho} caracteres={texto} />
        ) : moto ? (
          <PlacaMoto {...desenho} antiga={formato === 'Antiga'} linha={linha} />
        ) : formato === 'Antiga' ? (
          <PlacaAntiga {...desenho} linha={linha} />
        ) : (
          <PlacaMercosul {...desenho} />
        )}
      </svg>
    </span>
  );
}
