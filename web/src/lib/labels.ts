import { foldText } from '@unipark/contract/texto';

type Labelled = { label: string };

/** Single spaces between words, none around. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

const folded = new WeakMap<Labelled, string>();
function foldedLabel(option: Labelled): string {
  const known = folded.get(option);
  if (known !== undefined) return known;
  const label = tidy(foldText(option.label));
  folded.set(option, label);
  return label;
}

/** Whether the words are equal apart from case, accents and repeated spaces. */
export const sameLabel = (one: string, other: string): boolean =>
  one === other || tidy(foldText(one)) === tidy(foldText(other));

/** Without case and accents. */
export const startsWith = (label: string, text: string): boolean =>
  foldText(label).startsWith(foldText(text));

/** The option with this label: the exact spelling first. */
export function byLabel<O extends Labelled>(options: readonly O[], text: string): O | undefined {
  if (text.trim() === '') return undefined;
  const wanted = tidy(foldText(text));
  return (
    options.find(({ label }) => label === text) ??
    options.find((option) => foldedLabel(option) === wanted)
  );
}

const startsWord = (label: string, word: string): boolean =>
  label.startsWith(word) || label.includes(` ${word}`);

/** 0: the exact text; 1: begins with it; 2: each word begins a word of the label; 3: anywhere. */
function distanceOf(label: string, text: string, words: readonly string[]): number | undefined {
  if (!words.every((word) => label.includes(word))) return undefined;
  if (label === text) return 0;
  if (label.startsWith(text)) return 1;
  return words.every((word) => startsWord(label, word)) ? 2 : 3;
}

/**
 * Options that contain every typed word, in any order, apart from case and accents. The best
 * matches come first; equal ones keep their order.
 */
export function matching<O extends Labelled>(options: readonly O[], typed: string): readonly O[] {
  const text = tidy(foldText(typed));
  if (text === '') return options;
  const words = text.split(' ');
  const found: O[][] = [[], [], [], []];
  for (const option of options) {
    const distance = distanceOf(foldedLabel(option), text, words);
    if (distance !== undefined) found[distance]?.push(option);
  }
  return found.flat();
}
