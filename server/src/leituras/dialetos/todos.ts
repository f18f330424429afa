import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { Dialeto } from '../dialeto.ts';
import { axis } from './axis.ts';
import { frigate } from './frigate.ts';
import { hikvision } from './hikvision.ts';
import { itsapi } from './itsapi.ts';
import { openalpr } from './openalpr.ts';
import { parkpow } from './parkpow.ts';
import { platerecognizer } from './platerecognizer.ts';
import { unifi } from './unifi.ts';
import { unipark } from './unipark.ts';
import { verkada } from './verkada.ts';

export const DIALETOS_SERVIDOS: Record<NomeDialeto, Dialeto> = {
  unipark,
  platerecognizer,
  parkpow,
  openalpr,
  frigate,
  hikvision,
  itsapi,
  unifi,
  verkada,
  axis,
};
