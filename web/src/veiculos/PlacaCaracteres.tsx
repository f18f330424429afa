type PlacaCaracteresProps = {
  texto: string;
  /** Centre of each character. */
  centros: readonly number[];
  base: number;
  tamanho: number;
  cor: string;
  opacidade?: number;
};

/** Characters in the plate face, each in the middle of its cell. */
export function PlacaCaracteres({
  texto,
  centros,
  base,
  tamanho,
  cor,
  opacidade = 1,
}: PlacaCaracteresProps) {
  return (
    <text
      x={centros.join(' ')}
      y={base}
      fontSize={tamanho}
      fontFamily="var(--font-plate)"
      fontWeight={600}
      textAnchor="middle"
      fill={cor}
      opacity={opacidade}
    >
      {texto}
    </text>
  );
}
