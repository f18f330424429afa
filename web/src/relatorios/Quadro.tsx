import type { ReactNode } from 'react';
import { saveFile } from '../lib/wire/download.ts';
import { Button } from '../ui/button/Button.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { buildCsv } from './textos.ts';

type QuadroProps = {
  titulo: string;
  /** The file's name, without its ending. */
  arquivo: string;
  /** Heads and rows of the file. */
  linhas: readonly (readonly (string | number)[])[];
  /** Another button before that of the file. */
  acao?: ReactNode;
  children: ReactNode;
};

/** One part of the report, with its numbers as a file. */
export function Quadro({ titulo, arquivo, linhas, acao, children }: QuadroProps) {
  const download = () => saveFile(buildCsv(linhas), `${arquivo}.csv`);
  return (
    <Panel
      title={titulo}
      actions={
        <span className="flex flex-wrap gap-2">
          {acao}
          <Button variant="ghost" aria-label={`Baixar ${titulo} em CSV`} onClick={download}>
            CSV
          </Button>
        </span>
      }
    >
      {children}
    </Panel>
  );
}
