#!/usr/bin/python3
"""Draws the plate of the login, web/src/conta/entrada/placa-entrada.svg, with its letters as outlines.

    apt-get install -y python3-fonttools python3-brotli
    /usr/bin/python3 generators/login_plate.py

The login must stay light: a picture needs neither the drawing component nor the QR encoder. The
geometry is that of PlacaMercosul.tsx, the code is that of RIO2A18 (version 1, level H).
"""

import subprocess
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).resolve().parents[1] / 'web'
FONTS = WEB / "src/ui/fonts"
PLATE = TTFont(FONTS / "placa-unipark.woff2")
INTER = instantiateVariableFont(TTFont(FONTS / "inter-pt.woff2"), {"wght": 700})

QR = """
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { QRCodeSVG } from 'qrcode.react';
const svg = renderToStaticMarkup(
  createElement(QRCodeSVG, { value: 'RIO2A18', level: 'H', marginSize: 0 }),
);
process.stdout.write(svg.match(/ d="([^"]+)"[^>]*><\\/path><\\/svg>$/)[1]);
"""


def outline(font, text, size, baseline, centers=None, center=0, spacing=0):
    """One path: each character on its centre, or all of them around one."""
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), size / font["head"].unitsPerEm
    widths = [glyphs[names[ord(c)]].width * scale for c in text]
    if centers is None:
        left = center - (sum(widths) + spacing * len(text)) / 2
        centers = []
        for width in widths:
            centers.append(left + width / 2)
            left += width + spacing
    pen = SVGPathPen(glyphs, ntos=lambda n: f"{n:.1f}".rstrip("0").rstrip("."))
    for char, width, middle in zip(text, widths, centers):
        place = (scale, 0, 0, -scale, middle - width / 2, baseline)
        glyphs[names[ord(char)]].draw(TransformPen(pen, place))
    return pen.getCommands()


qr = subprocess.run(
    ["node", "--input-type=module", "-e", QR], cwd=WEB, check=True, capture_output=True, text=True
).stdout
cells = [52 + 48 * (i + 0.5) for i in range(7)]
svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 130">
<rect x="2" y="2" width="396" height="126" rx="9" fill="#fdfdfd"/>
<path d="M2 32V11a9 9 0 0 1 9-9h378a9 9 0 0 1 9 9v21z" fill="#039"/>
<rect x="2" y="2" width="396" height="126" rx="9" fill="none" stroke="#111" stroke-width="4"/>
<path fill="#fff" d="{outline(INTER, 'BRASIL', 19, 25, center=201.5, spacing=3)}"/>
<path fill="#111" d="{outline(INTER, 'BR', 17, 108, center=29)}"/>
<path fill="#111" shape-rendering="crispEdges" transform="translate(14 46) scale(1.42857)" d="{qr}"/>
<path fill="#111" d="{outline(PLATE, 'RIO2A18', 94, 110, centers=cells)}"/>
</svg>
"""
(WEB / "src/conta/entrada/placa-entrada.svg").write_text(svg)
