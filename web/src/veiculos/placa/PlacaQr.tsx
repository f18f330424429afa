import { QRCodeSVG } from 'qrcode.react';
import { useDeferredValue } from 'react';

/** The plate as a QR code: size 30, level H, version 1. A module is 1.43 wide, so the edges must be crisp. */
export function PlacaQr({ placa, x, y }: { placa: string; x: number; y: number }) {
  // Computed after the plate is drawn: it takes several milliseconds at each key of a form.
  const value = useDeferredValue(placa, '');
  if (!value) return null;
  return (
    <g className="placa-qr" transform={`translate(${x} ${y})`}>
      <QRCodeSVG
        value={value}
        size={30}
        level="H"
        marginSize={0}
        bgColor="transparent"
        shapeRendering="crispEdges"
        role="presentation"
      />
    </g>
  );
}
