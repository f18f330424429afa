import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Placa } from './Placa.tsx';

afterEach(cleanup);

function drawn(container: HTMLElement): string {
  const letters = [...container.querySelectorAll<SVGTextElement>('g[font-family] text')];
  return letters
    .map((node) => ({ node, x: Number(node.getAttribute('x')), y: Number(node.getAttribute('y')) }))
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ node }) => node.textContent)
    .join('');
}
const svg = (container: HTMLElement) => container.querySelector('svg');
const fill = (container: HTMLElement) =>
  container.querySelector('g[font-family]')?.getAttribute('fill');

describe('Placa', () => {
  it('draws a Mercosul plate with band, country and a real code', () => {
    const { container } = render(<Placa placa="RIO2A18" largura={400} />);
    expect(drawn(container)).toBe('RIO2A18');
    expect(svg(container)?.getAttribute('viewBox')).toBe('0 0 400 130');
    expect(container.textContent).toContain('BRASIL');
    const code = container.querySelector('.placa-qr svg');
    expect(code?.getAttribute('width')).toBe('30');
    // Version 1 at level H: 21 modules a side, no margin.
    expect(code?.getAttribute('viewBox')).toBe('0 0 21 21');
    expect(code?.getAttribute('shape-rendering')).toBe('crispEdges');
  });

  it('is an image with the plate spelled out', () => {
    render(<Placa placa="RIO2A18" />);
    expect(screen.getByRole('img', { name: 'Placa R I O 2 A 1 8' })).toBeTruthy();
  });

  it('is decorative beside the text, and find in page finds that text alone', () => {
    const { container } = render(<Placa placa="RIO2A18" decorativa />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(svg(container)?.getAttribute('aria-hidden')).toBe('true');
    expect(container.textContent).not.toContain('RIO2A18');
  });

  it('draws the old plate with hyphen, rivets and line', () => {
    const { container, rerender } = render(<Placa placa="HKQ3782" largura={400} />);
    expect(drawn(container)).toBe('HKQ-3782');
    expect(container.querySelectorAll('circle')).toHaveLength(2);
    expect(container.textContent).toContain('BR - BRASIL');
    expect(container.querySelector('.placa-qr')).toBeNull();
    rerender(<Placa placa="HKQ-3782" linha="MG - LAVRAS" largura={400} />);
    expect(drawn(container)).toBe('HKQ-3782');
    expect(container.textContent).toContain('MG - LAVRAS');
  });

  it('draws two lines for a motorcycle, by its type', () => {
    const { container, rerender } = render(<Placa placa="OQN7B10" tipo="2" largura={200} />);
    expect(svg(container)?.getAttribute('viewBox')).toBe('0 0 200 170');
    expect(drawn(container)).toBe('OQN7B10');
    rerender(<Placa placa="OQN7B10" tipo="1" largura={200} />);
    expect(svg(container)?.getAttribute('viewBox')).toBe('0 0 400 130');
    rerender(<Placa placa="ABC1234" tipo="2" largura={200} />);
    expect(drawn(container)).toBe('ABC1234');
    expect(container.textContent).toContain('BR - BRASIL');
    rerender(<Placa placa="ABC-1234" tipo="2" linha="MG - LAVRAS" largura={200} />);
    expect(drawn(container)).toBe('ABC1234');
    expect(container.textContent).toContain('MG - LAVRAS');
    const linhas = new Set(
      [...container.querySelectorAll('g[font-family] text')].map((node) => node.getAttribute('y')),
    );
    expect(linhas.size).toBe(2);
  });

  it.each([
    ['mercosul', 'RIO2A18', 'valida', '#15803d'],
    ['antiga', 'HKQ3782', 'valida', '#14532d'],
    ['unknown', 'RIO2A', 'invalida', '#b91c1c'],
    ['mercosul outside the form', 'RIO2A18', undefined, '#111111'],
  ] as const)('colours the characters: %s', (_name, placa, validade, cor) => {
    const { container } = render(<Placa placa={placa} validade={validade} />);
    expect(fill(container)).toBe(cor);
  });

  it('shows a pale example while empty', () => {
    const { container } = render(<Placa placa="" />);
    expect(drawn(container)).toBe('AAA0A00');
    expect(container.querySelector('g[font-family]')?.getAttribute('opacity')).toBe('0.25');
    expect(container.querySelector('.placa-qr')).toBeNull();
    expect(screen.getByRole('img', { name: 'Placa ainda não informada' })).toBeTruthy();
  });

  it.each(['AB', 'ABC-1D23', 'PARAGUAY12'])(
    'draws %s, which has no format, as text alone',
    (placa) => {
      const { container } = render(<Placa placa={placa} largura={400} />);
      expect(drawn(container)).toBe(placa);
      expect(container.textContent).not.toContain('BRASIL');
      expect(container.querySelector('.placa-qr')).toBeNull();
    },
  );

  it('has no code at 112 px and below', () => {
    const { container, rerender } = render(<Placa placa="RIO2A18" largura={112} />);
    expect(container.querySelector('.placa-qr')).toBeNull();
    rerender(<Placa placa="RIO2A18" largura={113} />);
    expect(container.querySelector('.placa-qr')).not.toBeNull();
  });
});
