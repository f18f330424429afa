/** The seven steps of space, in px. */
export type Gap = 0 | 4 | 8 | 12 | 16 | 24 | 32 | 48;

// Whole class names, so that Tailwind finds them.
export const GAPS: Record<Gap, string> = {
  0: 'gap-0',
  4: 'gap-1',
  8: 'gap-2',
  12: 'gap-3',
  16: 'gap-4',
  24: 'gap-6',
  32: 'gap-8',
  48: 'gap-12',
};
