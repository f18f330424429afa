import { classifyPlaca } from '@unipark/contract/placa';
import './placa.css';
import { PlacaAntiga } from './PlacaAntiga.tsx';
import { PlacaMercosul } from './PlacaMercosul.tsx';
import { PlacaMoto } from './PlacaMoto.tsx';
import { PlacaSemFormato } from './PlacaSemFormato.tsx';
import { CORES_PLACA, spellPlaca } from './placaDesenho.ts';

type PlacaProps = {
  placa: string;
  /** The register's code; only '2' (Moto) changes the drawing: two lines. */
  tipo?: string | null;
  /** Line of the old plate, 'MG - LAVRAS'. */
  linha?: string;
  /** Green or red characters; only in the form. */
  validade?: 'valida' | 'invalida';
  /** The plate's text is next to it: the drawing is decorative. */
  decorativa?: boolean;
  /** The drawn width in px. At 112 and below the QR code would be unreadable and is left out. */
  largura?: number | string;
  className?: string;
};

const EXEMPLO = 'AAA0A00';
const QR_MINIMO = 112;

/** A plate as on the road, with its real colours in every theme. */
export function Placa({
  placa,
  tipo,
  linha,
  validade,
  decorativa = false,
  largura = '100%',
  className = '',
}: PlacaProps) {
  const moto = tipo === '2';
  const vazia = placa === '';
  const texto = (vazia ? EXEMPLO : placa).toUpperCase();
  const formato = classifyPlaca(texto);
  const caracteres = texto.replace('-', '');
  const cores = CORES_PLACA[formato === 'Antiga' ? 'antiga' : 'mercosul'];
  const desenho = {
    caracteres,
    cor: validade ? cores[validade] : cores.texto,
    opacidade: vazia ? 0.25 : 1,
    qr: !vazia && (typeof largura !== 'number' || largura > QR_MINIMO),
  };
  const nome = vazia ? 'Placa ainda não informada' : `Placa ${spellPlaca(texto)}`;
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
