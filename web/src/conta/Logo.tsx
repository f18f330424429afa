export function Logo() {
  return (
    <span className="inline-block rounded-chip border-2 border-current px-3 py-1 font-plate text-[28px]/[1.1] tracking-wide">
      UNIPARK
    </span>
  );
}
