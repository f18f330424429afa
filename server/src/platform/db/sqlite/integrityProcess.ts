/** The process of `examineApart` (`integrity.ts`). */
import { examineFile } from './integrity.ts';

process.send?.(examineFile(process.argv[2] ?? '', false), undefined, {}, () =>
  process.disconnect(),
);
