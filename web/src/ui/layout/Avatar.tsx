import { useState } from 'react';

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toUpperCase();
};

/** A picture, or the initials when there is none or it does not load. Decorative: the name is next to it. */
export function Avatar({
  name,
  src,
  size = 56,
}: {
  name: string;
  src?: string | null;
  size?: number;
}) {
  const [broken, setBroken] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.36 };
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        style={style}
        onError={() => setBroken(src)}
        className="shrink-0 rounded-full border border-border object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      style={style}
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-primary font-bold text-on-primary"
    >
      {initials(name)}
    </span>
  );
}
