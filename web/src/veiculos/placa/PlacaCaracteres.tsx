type PlacaCaracteresProps = {
  texto: string;
  /** The centre of each character. */
  centros: readonly number[];
  base: number;
  tamanho: number;
  cor: string;
  opacidade?: number;
};

/** Written last to first: a search in the page finds only the text beside the drawing. */
export function PlacaCaracteres({
  texto,
  centros,
  base,
  tamanho,
  cor,
  opacidade = 1,
}: PlacaCaracteresProps) {
  const letras = centros.map((x, i) => ({ x, letra: texto[i] ?? '' })).reverse();
  return (
    <g
      fontSize={tamanho}
      fontFamily="var(--font-plate)"
      fontWeight={600}
      textAnchor="middle"
      fill={cor}
      opacity={opacidade}
    >
      {letras.map(({ x, letra }) => (
        <text key={x} x={x} y={base}>
          {letra}
        </text>
      ))}
    </g>
  );
}
