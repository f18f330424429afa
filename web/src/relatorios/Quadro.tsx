import type { ReactNode } from 'react';
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
  const download = () => {
    const endereco = URL.createObjectURL(buildCsv(linhas));
    const link = document.createElement('a');
    link.href = endereco;
    link.download = `${arquivo}.csv`;
    link.click();
    // The browser has read it by then.
    setTimeout(() => URL.revokeObjectURL(endereco), 60_000);
  };
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
