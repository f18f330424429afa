import { useMutation } from '@tanstack/react-query';
import { type AndamentoCatalogo, formatMes, type SituacaoCatalogo } from '@unipark/contract/fipe';
import { clock } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { pauseAtualizacao, startAtualizacao } from './catalogoApi.ts';
import { useProgresso } from './faltam.ts';

const SEM_PROVEDOR =
  'Nenhum provedor configurado: nada sai do servidor. Os cadastros usam o catálogo instalado; se faltar algum, digite.';

function describeAndamento({ trabalho, parado }: AndamentoCatalogo): string {
  if (trabalho === 'arquivo') {
    return parado
      ? 'Importação parada: o arquivo é importado de novo, do começo, em instantes.'
      : 'Importação de arquivo em andamento.';
  }
  if (parado) return 'Parado: continua de onde parou.';
  return trabalho === 'anos' ? 'Busca dos anos em andamento.' : 'Atualização em andamento.';
}

function Andamento({ andamento, quando }: { andamento: AndamentoCatalogo; quando: number }) {
  const { feitos, total, parado, referencia, desde } = andamento;
  const texto = useProgresso(andamento, quando);
  return (
    <>
      <ProgressBar
        label="Andamento do catálogo"
        value={feitos}
        max={total}
        text={texto}
        halted={parado}
      />
      <p className="text-sm text-muted">
        {[referencia && `Tabela de ${formatMes(referencia)}.`, `Iniciada em ${clock(desde)}.`]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

export function AtualizacaoCatalogo({
  situacao,
  quando,
}: {
  situacao: SituacaoCatalogo;
  quando: number;
}) {
  const iniciar = useMutation(startAtualizacao);
  const pausar = useMutation(pauseAtualizacao);
  const { andamento, provedores, proxima } = situacao;
  const temProvedores = provedores.length > 0;
  const emCurso = andamento?.parado === false;
  const continua = andamento?.parado && andamento.trabalho === 'modelos';
  return (
    <Panel title="Atualização">
      <p role="status" className="font-semibold empty:hidden">
        {andamento && describeAndamento(andamento)}
      </p>
      {andamento && <Andamento andamento={andamento} quando={quando} />}
      {!emCurso && (
        <p>
          {temProvedores
            ? proxima
              ? `Próxima atualização: ${clock(proxima)}.`
              : 'Nenhuma atualização automática prevista.'
            : SEM_PROVEDOR}
        </p>
      )}
      {!temProvedores && (
        <p className="text-sm text-muted">
          Para atualizar pela internet, defina FIPE_PROVEDORES no servidor. Para usar um arquivo,
          importe-o no servidor com <code>fipe import</code>.
        </p>
      )}
      {temProvedores && (
        // One button with changing text, so that it keeps the focus.
        <Button
          variant={emCurso ? 'secondary' : 'primary'}
          icon={emCurso ? undefined : 'refresh'}
          loading={iniciar.isPending || pausar.isPending}
          className="self-start"
          onClick={() => (emCurso ? pausar : iniciar).mutate()}
        >
          {emCurso ? 'Pausar' : continua ? 'Continuar' : 'Atualizar agora'}
        </Button>
      )}
    </Panel>
  );
}
