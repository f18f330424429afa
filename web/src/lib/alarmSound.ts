import { createPreference } from './preference.ts';

/** Whether this browser is to sound the alarm; whether it lets the sound through is another matter. */
export const somPreferido = createPreference('unipark.som', ['ligado', 'desligado'], 'ligado');
