import { QRCodeSVG } from 'qrcode.react';

/** The plate as a real code: size 30, level H. Version 1, so 1.43 a module: keep edges crisp. */
export function PlacaQr({ placa, x, y }: { placa: string; x: number; y: number }) {
  return (
    <g className="placa-qr" transform={`translate(${x} ${y})`}>
      <QRCodeSVG
        value={placa}
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
