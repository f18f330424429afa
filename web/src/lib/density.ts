import { createPreference } from './preference.ts';

/** How close the lines of tables and lists stand. */
export const densidade = createPreference(
  'unipark.densidade',
  ['confortavel', 'compacta'],
  'confortavel',
);

function paint(): void {
  document.documentElement.dataset.densidade = densidade.get();
}

// As long as the page lives: a choice here or in another tab.
densidade.subscribe(paint);
paint();
