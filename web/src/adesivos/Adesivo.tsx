import { formatPlaca } from '@unipark/contract/placa';
import { formatCampo, type Veiculo } from '@unipark/contract/veiculo';
import { QRCodeSVG } from 'qrcode.react';
import { cx } from '../ui/cx.ts';
import { pathOfVeiculo } from '../veiculos/caminho.ts';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';

type AdesivoProps = { veiculo: Veiculo; etiqueta: boolean };

/** One label: the plate, the vehicle, and a code that opens its page. */
export function Adesivo({ veiculo, etiqueta }: AdesivoProps) {
  const { placa, tipo, modelo, cor, valido_ate } = veiculo;
  return (
    <article className={cx('adesivo', etiqueta && 'etiqueta')} aria-label={`Adesivo ${placa}`}>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-sm font-semibold tracking-widest">UNIPARK</p>
        <p className="placa-do-adesivo">
          <PlacaTexto placa={formatPlaca(placa)} />
        </p>
        <p className="truncate text-sm">{modelo ?? formatCampo('tipo', tipo)}</p>
        {cor && <p className="truncate text-sm">{cor}</p>}
        {valido_ate && (
          <p className="text-sm font-semibold">
            Válido até {formatCampo('valido_ate', valido_ate)}
          </p>
        )}
      </div>
      <QRCodeSVG
        value={new URL(pathOfVeiculo(placa), window.location.origin).href}
        level="M"
        title={`Código QR que abre o veículo ${placa}`}
      />
    </article>
  );
}
