import { useState } from 'react';
import { useInstalacao } from '../../conta/instalacao.ts';
import { copyText } from '../../lib/screen/clipboard.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { DiagnosticLine } from './DiagnosticLine.tsx';
import { DIAGNOSTICS } from './diagnostics.ts';
import { SimularPassagem } from './SimularPassagem.tsx';
import { report, useDiagnostics } from './useDiagnostics.ts';

export function Teste() {
  const { states, run } = useDiagnostics();
  const version = useInstalacao()?.versao;
  const [copied, setCopied] = useState<boolean>();

  const copy = () =>
    copyText(report(states, version)).then(
      () => setCopied(true),
      (error) => {
        logFailure('copy', error);
        setCopied(false);
      },
    );

  return (
    <>
      <PageHeader
        title="Teste"
        hint="Verifique se este computador e o servidor estão prontos para a portaria."
        actions={
          <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
            Copiar diagnóstico
          </Button>
        }
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {copied === true && 'Diagnóstico copiado.'}
        {copied === false && 'O navegador não permitiu copiar.'}
      </p>
      <div className="grid items-start gap-4 desktop:grid-cols-[2fr_1fr]">
        <Panel title="Diagnóstico">
          <ul className="divide-y divide-border">
            {DIAGNOSTICS.map((diagnostic) => (
              <DiagnosticLine
                key={diagnostic.id}
                label={diagnostic.label}
                state={states[diagnostic.id]}
                onTest={() => run(diagnostic)}
              />
            ))}
          </ul>
        </Panel>
        <SimularPassagem />
      </div>
    </>
  );
}
