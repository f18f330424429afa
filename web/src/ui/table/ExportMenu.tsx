import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ExportFormat, exportList, FORMATS } from '../../lib/screen/exportList.ts';
import type { ListState } from '../../lib/screen/urlState.ts';
import { count, number } from '../../lib/time/format.ts';
import type { FileProgress } from '../../lib/wire/download.ts';
import { Button } from '../button/Button.tsx';
import { Popover } from '../dialog/Popover.tsx';

type ExportMenuProps = { path: string; state: ListState };

const formatSize = (bytes: number): string =>
  bytes < 1e6
    ? `${number(Math.ceil(bytes / 1e3))} KB`
    : `${number(Math.round(bytes / 1e5) / 10)} MB`;

/** 'Exportando 12.000 linhas… 840 KB' */
const describe = ({ linhas, mais, bytes }: FileProgress): string =>
  `Exportando ${count(linhas, 'linha', 'linhas', mais)}… ${formatSize(bytes)}`;

/** Saves the whole list, as it is filtered on screen, as a file. */
export function ExportMenu({ path, state }: ExportMenuProps) {
  const { mutate, isPending } = useMutation(exportList);
  const [progress, setProgress] = useState<FileProgress>();
  const end = useRef<AbortController>(undefined);
  const start = (formato: ExportFormat, close: () => void) => {
    end.current = new AbortController();
    setProgress(undefined);
    const { signal } = end.current;
    mutate({ path, state, formato, signal, onProgress: setProgress }, { onSettled: close });
  };
  return (
    <Popover icon="download" label="Exportar" title="Exportar a lista" width={280} named>
      {(close) =>
        isPending ? (
          <div className="flex flex-col gap-3">
            <p role="status">{progress ? describe(progress) : 'Preparando o arquivo…'}</p>
            <Button onClick={() => end.current?.abort()}>Cancelar</Button>
          </div>
        ) : (
          <div className="-m-2 flex flex-col">
            {FORMATS.map(([formato, rotulo]) => (
              <Button
                key={formato}
                variant="ghost"
                block
                className="justify-start! px-3!"
                onClick={() => start(formato, close)}
              >
                {rotulo}
              </Button>
            ))}
          </div>
        )
      }
    </Popover>
  );
}
