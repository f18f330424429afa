type KeysProps = { keys: readonly string[] };

/** Keys as drawn on a keyboard; those of a sequence stand one after the other. */
export function Keys({ keys }: KeysProps) {
  return (
    <span className="flex flex-wrap gap-1">
      {keys
        .flatMap((key) => key.split(' '))
        .map((key) => (
          <kbd
            key={key}
            className="rounded-chip border border-control bg-bg px-2 py-0.5 font-sans text-sm font-semibold text-text"
          >
            {key}
          </kbd>
        ))}
    </span>
  );
}
