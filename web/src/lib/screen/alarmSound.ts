import { createPreference } from '../preference.ts';

/** Whether the alarm's sound is wanted in this browser; the browser may still block it. */
export const somPreferido = createPreference('unipark.som', ['ligado', 'desligado'], 'ligado');
