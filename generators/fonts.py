#!/usr/bin/python3
"""Makes the two fonts of the page, in web/src/ui/fonts/, from the packages of this folder.

    apt-get install -y python3-fonttools python3-brotli
    npm ci --prefix generators
    /usr/bin/python3 generators/fonts.py

inter-pt.woff2       Inter variable, weights 400-800, the characters of Portuguese.
placa-unipark.woff2  Barlow Condensed 600, capitals, digits and a little punctuation, with a cut
                     in the zero so that it cannot be taken for an O.

Both are under the SIL Open Font License 1.1; neither declares a Reserved Font Name. The changed
one carries a name of its own all the same.
"""

import math
import shutil
from pathlib import Path

from fontTools.misc.bezierTools import splitQuadraticAtT
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / 'web/src/ui/fonts'
INTER = ROOT / 'generators/node_modules/@fontsource-variable/inter'
BARLOW = ROOT / 'generators/node_modules/@fontsource/barlow-condensed'

LATIN_1 = ''.join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)]))
INTER_TEXT = LATIN_1 + '–—‘’“”•…‹›€−↑↓'
PLATE_TEXT = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- .,:/'

# The cut: 80/1000 em wide, at 42 degrees, through the upper right shoulder.
GAP, ANGLE, SHOULDER = 80, math.radians(42), (326, 628)


def subset(font: TTFont, text: str, features: list[str]) -> None:
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = ['*']
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)


def segments(recording: list) -> list[list]:
    """Each contour as a list of two-point lines and three-point curves."""
    contours, points = [], []
    for verb, args in recording:
        if verb == 'moveTo':
            points, start = [], args[0]
            last = start
        elif verb == 'lineTo':
            points.append((last, args[0]))
            last = args[0]
        elif verb == 'qCurveTo':
            for control, end in decomposeQuadraticSegment(args):
                points.append((last, control, end))
                last = end
        elif verb == 'closePath':
            if last != start:
                points.append((last, start))
            contours.append(points)
    return contours


def side(point: tuple, offset: float) -> float:
    """Signed distance from the line `offset` away from the middle of the cut."""
    dx, dy = point[0] - SHOULDER[0], point[1] - SHOULDER[1]
    return -dx * math.sin(ANGLE) + dy * math.cos(ANGLE) - offset


def crossing(contour: list, offset: float) -> tuple[int, float]:
    """Where the contour meets that line in the upper right: segment and parameter."""
    for index, piece in enumerate(contour):
        if max(point[0] for point in piece) < 224 or max(point[1] for point in piece) < 400:
            continue
        if side(piece[0], offset) * side(piece[-1], offset) <= 0:
            low, high = 0.0, 1.0
            for _ in range(40):
                middle = (low + high) / 2
                if side(piece[0], offset) * side(at(piece, middle), offset) > 0:
                    low = middle
                else:
                    high = middle
            return index, low
    raise ValueError('the cut misses the zero')


def at(piece: tuple, t: float) -> tuple:
    if len(piece) == 2:
        (ax, ay), (bx, by) = piece
        return ax + (bx - ax) * t, ay + (by - ay) * t
    (ax, ay), (bx, by), (cx, cy) = piece
    u = 1 - t
    return u * u * ax + 2 * u * t * bx + t * t * cx, u * u * ay + 2 * u * t * by + t * t * cy


def halves(piece: tuple, t: float) -> tuple[tuple, tuple]:
    if len(piece) == 2:
        return (piece[0], at(piece, t)), (at(piece, t), piece[1])
    first, second = splitQuadraticAtT(*piece, t)
    return first, second


def walk(contour: list, start: tuple[int, float], end: tuple[int, float]) -> list:
    """The long way round, from one crossing to the other."""
    (i, t), (j, u) = start, end
    if i == j:
        rest = contour[i + 1 :] + contour[:i]
    elif i < j:
        rest = contour[i + 1 : j]
    else:
        rest = contour[i + 1 :] + contour[:j]
    return [halves(contour[i], t)[1], *rest, halves(contour[j], u)[0]]


def cut_zero(font: TTFont) -> None:
    glyphs = font.getGlyphSet()
    recording = RecordingPen()
    glyphs['zero'].draw(recording)
    outer, inner = segments(recording.value)
    upper, lower = GAP / 2, -GAP / 2
    # The outer contour runs clockwise and meets the upper edge first, the inner one the lower.
    path = [
        *walk(outer, crossing(outer, lower), crossing(outer, upper)),
        *walk(inner, crossing(inner, upper), crossing(inner, lower)),
    ]
    pen = TTGlyphPen(None)
    rounded = lambda point: (round(point[0]), round(point[1]))
    pen.moveTo(rounded(path[0][0]))
    last = path[0][0]
    for piece in path:
        if math.dist(last, piece[0]) > 1:
            pen.lineTo(rounded(piece[0]))
        if len(piece) == 2:
            pen.lineTo(rounded(piece[1]))
        else:
            pen.qCurveTo(rounded(piece[1]), rounded(piece[2]))
        last = piece[-1]
    pen.closePath()
    font['glyf']['zero'] = pen.glyph()


def rename(font: TTFont, family: str) -> None:
    texts = {
        1: family,
        2: 'Regular',
        3: f'{family} 1.0',
        4: family,
        6: family.replace(' ', ''),
        16: None,
        17: None,
    }
    for name_id, text in texts.items():
        font['name'].removeNames(nameID=name_id)
        if text:
            font['name'].setName(text, name_id, 3, 1, 0x409)


def save(font: TTFont, name: str) -> None:
    font.flavor = 'woff2'
    font.recalcTimestamp = False
    font.save(OUT / name)
    print(f'{name}: {(OUT / name).stat().st_size} bytes')


def main() -> None:
    inter = TTFont(INTER / 'files/inter-latin-wght-normal.woff2')
    subset(inter, INTER_TEXT, ['kern', 'tnum', 'ccmp', 'locl', 'mark'])
    inter = instantiateVariableFont(inter, {'wght': (400, 800)})
    save(inter, 'inter-pt.woff2')
    shutil.copy(INTER / 'LICENSE', OUT / 'inter-OFL.txt')

    plate = TTFont(BARLOW / 'files/barlow-condensed-latin-600-normal.woff2')
    cut_zero(plate)
    subset(plate, PLATE_TEXT, ['kern'])
    rename(plate, 'Placa Unipark')
    save(plate, 'placa-unipark.woff2')
    shutil.copy(BARLOW / 'LICENSE', OUT / 'placa-unipark-OFL.txt')


if __name__ == '__main__':
    main()
