import { useQuery } from '@tanstack/react-query';
import { FASES_OCUPADAS, type Importacao, TipoImportacao } from '@unipark/contract/importacao';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { focusHeadingSoon } from '../lib/screen/focusHeading.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Andamento } from './Andamento.tsx';
import { importacaoQuery } from './api.ts';
import { EscolherArquivo } from './EscolherArquivo.tsx';
import { EscolherColunas } from './EscolherColunas.tsx';
import { Passos } from './Passos.tsx';
import { Previa } from './Previa.tsx';
import { Resultado } from './Resultado.tsx';
import { PALAVRAS } from './textos.ts';

/** The register from a spreadsheet, in five steps; the server knows the step of each import. */
export function Importar() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const numero = Number(id);
  const consulta = useQuery({ ...importacaoQuery(numero), enabled: id !== undefined });
  const importacao = id === undefined ? undefined : consulta.data;
  const { success, data } = TipoImportacao.safeParse(params.get('tipo'));
  const tipo = success ? data : (importacao?.tipo ?? 'veiculos');
  const { titulo, lista } = PALAVRAS[tipo];
  return (
    <>
      <PageHeader
        title={titulo}
        breadcrumb={[{ label: lista, to: `/${tipo}` }, { label: 'Importar' }]}
        actions={<Passos fase={importacao?.fase} />}
      />
      {id === undefined ? (
        <EscolherArquivo tipo={tipo} />
      ) : importacao ? (
        <Etapa key={importacao.id} importacao={importacao} tipo={tipo} />
      ) : consulta.error ? (
        <Panel>
          <FailedQuery title="Não foi possível abrir a importação." query={consulta} />
          <ButtonLink to="/importar" className="self-center">
            Importar outro arquivo
          </ButtonLink>
        </Panel>
      ) : (
        <Delayed>
          <Skeleton height={320} />
        </Delayed>
      )}
    </>
  );
}

function Etapa({ importacao, tipo }: { importacao: Importacao; tipo: TipoImportacao }) {
  const [voltou, setVoltou] = useState(false);
  const { fase, erro } = importacao;
  // The button that led to the next step is gone with its step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(() => {
    if (document.activeElement === document.body) return focusHeadingSoon();
  }, [fase, voltou]);
  if (fase === 'recusada') return <EscolherArquivo tipo={tipo} erro={erro ?? undefined} />;
  if (FASES_OCUPADAS.includes(fase)) return <Andamento importacao={importacao} />;
  if (fase === 'colunas' || (fase === 'previa' && voltou)) {
    return <EscolherColunas importacao={importacao} onDone={() => setVoltou(false)} />;
  }
  if (fase === 'previa') return <Previa importacao={importacao} onBack={() => setVoltou(true)} />;
  return <Resultado importacao={importacao} />;
}
