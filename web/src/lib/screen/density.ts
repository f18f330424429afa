import { createPreference } from '../preference.ts';

/** The height of lines in tables and lists. */
export const densidade = createPreference(
  'unipark.densidade',
  ['confortavel', 'compacta'],
  'confortavel',
);

function paint(): void {
  document.documentElement.dataset.densidade = densidade.get();
}

// For the whole life of the page: a change here or in another tab.
densidade.subscribe(paint);
paint();
