import { useQuery } from '@tanstack/react-query';
import type { Retencao as EstadoRetencao } from '@unipark/contract/retencao';
import { Link } from 'react-router';
import { clock, count } from '../lib/time/format.ts';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { formatApagados, isNothing } from './apagados.ts';
import { retencaoQuery } from './api.ts';
import { PrazosForm } from './PrazosForm.tsx';

function describeUltima({ apagando, desde, ultima, falhou }: EstadoRetencao): string {
  if (apagando) return 'Apagando agora o que passou do prazo.';
  if (desde) {
    return `Nada é apagado antes de ${clock(desde)}. Salvar os prazos encerra essa espera.`;
  }
  if (falhou) {
    const frase = 'A última limpeza não terminou. O servidor tenta de novo a cada hora.';
    return ultima ? `${frase} ${describeFeita('A última que terminou', ultima)}` : frase;
  }
  return ultima ? describeFeita('Última limpeza', ultima) : 'Ainda não houve limpeza.';
}

function describeFeita(nome: string, ultima: NonNullable<EstadoRetencao['ultima']>): string {
  const { em } = ultima;
  const { passagens, fotos, auditoria } = ultima;
  const apagados = { passagens, fotos, auditoria };
  if (isNothing(apagados)) return `${nome}: ${clock(em)}. Nada tinha passado do prazo.`;
  return `${nome}: ${clock(em)}. Apagou ${formatApagados(apagados)}.`;
}

export function Retencao() {
  const consulta = useQuery({ ...retencaoQuery, refetchOnWindowFocus: false });
  const { data, error } = consulta;
  return (
    <Grid columns={2} className="items-start">
      <Panel title="Prazos de guarda">
        <p className="text-muted">
          O que passa do prazo é apagado toda noite e não pode ser recuperado. A instituição escolhe
          os prazos e os registra com o encarregado pelos dados.
        </p>
        {data ? (
          <PrazosForm prazos={data.prazos} fixos={data.fixos} />
        ) : error ? (
          <FailedQuery query={consulta} />
        ) : (
          <Delayed>
            <Skeleton height={480} />
          </Delayed>
        )}
      </Panel>
      {data && (
        <Panel title="Limpeza">
          <p role="status">{describeUltima(data)}</p>
          <p>
            {data.retidas === 0 ? (
              'Nenhuma passagem retida.'
            ) : (
              <>
                {count(data.retidas, 'passagem retida', 'passagens retidas')}, que a limpeza não
                apaga antes do dia escolhido.{' '}
                <Link to="/historico?situacao=retidas">Ver no Histórico</Link>
              </>
            )}
          </p>
          <p className="text-muted">
            A auditoria é apagada a partir dos registros mais antigos, e a conferência continua
            válida. Se o prazo dela for menor que o das passagens, deixa de constar quem era o
            proprietário do veículo na data de cada passagem.
          </p>
          <p className="text-muted">
            As contagens por hora ficam: nos relatórios, só as de tipo e de veículo mudam quando uma
            passagem é apagada. O banco de dados não diminui; o espaço é usado de novo.
          </p>
        </Panel>
      )}
    </Grid>
  );
}
