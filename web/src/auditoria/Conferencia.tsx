import { useMutation, useQuery } from '@tanstack/react-query';
import type { EstadoAuditoria } from '@unipark/contract/auditoria';
import type { ReactNode } from 'react';
import { clock, count } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx';
import { beginConferencia, conferenciaQuery } from './api.ts';

/** The button that checks the chain beside another act, and what the last check found. */
export function Conferencia({ acao }: { acao: ReactNode }) {
  const { data } = useQuery(conferenciaQuery);
  const conferir = useMutation(beginConferencia);
  const conferindo = data?.conferindo;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">Auditoria</h2>
        {acao}
        <Button
          icon="check"
          disabled={!data}
          loading={conferir.isPending || conferindo != null}
          onClick={() => conferir.mutate()}
        >
          Conferir integridade
        </Button>
      </div>
      {conferindo ? (
        <ProgressBar
          label="Conferência da auditoria"
          value={conferindo.feitas}
          max={conferindo.total}
          text={`${count(conferindo.feitas, 'registro conferido', 'registros conferidos')} de ${count(conferindo.total, 'registro', 'registros')}`}
        />
      ) : (
        <>
          {data?.falhou && (
            <Alert tone="warning" role="status">
              A última conferência não terminou. Confira de novo.
            </Alert>
          )}
          <UltimaConferencia ultima={data?.ultima} />
        </>
      )}
    </>
  );
}

function describeQuebra(quebra: string): string {
  if (quebra === 'inicio') return 'o começo da auditoria não é o que a última limpeza deixou';
  if (quebra === 'fim') return 'faltam registros no fim da auditoria';
  return `o registro ${quebra} foi mudado, retirado ou trocado de lugar`;
}

function UltimaConferencia({ ultima }: { ultima: EstadoAuditoria['ultima'] | undefined }) {
  if (!ultima) {
    return (
      <p className="text-sm text-muted">
        Cada registro é ligado ao anterior: a conferência encontra o que for mudado, retirado ou
        trocado de lugar no banco de dados.
      </p>
    );
  }
  const { em, linhas, quebra } = ultima;
  if (quebra !== null) {
    return (
      <Alert tone="danger" role="alert">
        {`Conferência de ${clock(em)}: ${describeQuebra(quebra)}. Guarde as cópias de segurança e avise a TI.`}
      </Alert>
    );
  }
  return (
    <p role="status" className="text-sm text-muted">
      {`Íntegra na conferência de ${clock(em)}: ${count(linhas, 'registro', 'registros')}.`}
    </p>
  );
}
