import { dobrar } from '@unipark/contract/texto';

type Labelled = { label: string };

/** One space between words, none around. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

const folded = new WeakMap<Labelled, string>();
function foldedLabel(option: Labelled): string {
  const known = folded.get(option);
  if (known !== undefined) return known;
  const label = tidy(dobrar(option.label));
  folded.set(option, label);
  return label;
}

/** The same words: case, accents and doubled spaces apart. */
export const sameLabel = (one: string, other: string): boolean =>
  one === other || tidy(dobrar(one)) === tidy(dobrar(other));

/** Case and accents apart. */
export const startsWith = (label: string, text: string): boolean =>
  dobrar(label).startsWith(dobrar(text));

/** The option that reads like this text: the exact spelling first. */
export function byLabel<O extends Labelled>(options: readonly O[], text: string): O | undefined {
  if (text.trim() === '') return undefined;
  const wanted = tidy(dobrar(text));
  return (
    options.find(({ label }) => label === text) ??
    options.find((option) => foldedLabel(option) === wanted)
  );
}

const startsWord = (label: string, word: string): boolean =>
  label.startsWith(word) || label.includes(` ${word}`);

/** 0 is the very text, 1 begins with it, 2 has every word at the start of one, 3 has them anywhere. */
function distanceOf(label: string, text: string, words: readonly string[]): number | undefined {
  if (!words.every((word) => label.includes(word))) return undefined;
  if (label === text) return 0;
  if (label.startsWith(text)) return 1;
  return words.every((word) => startsWord(label, word)) ? 2 : 3;
}

/**
 * Options in which every typed word occurs, in any order; case and accents do not matter. The best
 * come first, equals stay in their order.
 */
export function matching<O extends Labelled>(options: readonly O[], typed: string): readonly O[] {
  const text = tidy(dobrar(typed));
  if (text === '') return options;
  const words = text.split(' ');
  const found: O[][] = [[], [], [], []];
  for (const option of options) {
    const distance = distanceOf(foldedLabel(option), text, words);
    if (distance !== undefined) found[distance]?.push(option);
  }
  return found.flat();
}
