/** A grey placeholder of the final size. It is not announced: the region around it has `aria-busy`. */
export function Skeleton({
  width = '100%',
  height = 20,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className="block animate-pulse rounded-chip bg-skeleton"
    />
  );
}
