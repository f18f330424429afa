import { useQuery } from '@tanstack/react-query';
import { cleanPlaca } from '@unipark/contract/placa';
import { useSearchParams } from 'react-router';
import { proprietarioQuery } from '../../proprietarios/api.ts';
import { Delayed } from '../../ui/feedback/Delayed.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { FormularioVeiculo } from './FormularioVeiculo.tsx';

/** Vehicle registration; `?placa=` and `?proprietario=` fill in their fields. */
export function CadastrarVeiculo() {
  const [params] = useSearchParams();
  const dono = useQuery(proprietarioQuery(params.get('proprietario') ?? ''));
  // The cached answer 'free matrícula' may be old: the owner may have been registered since.
  const esperando = dono.isFetching && !dono.data && !dono.isFetchedAfterMount;
  const pedido = {
    placa: cleanPlaca(params.get('placa') ?? ''),
    proprietario: dono.data ? { matricula: dono.data.matricula, nome: dono.data.nome } : null,
  };
  return (
    <>
      <PageHeader
        title="Adicione um veículo através das opções abaixo:"
        breadcrumb={[{ label: 'Veículos', to: '/veiculos' }, { label: 'Novo Veículo' }]}
      />
      {esperando ? (
        <Delayed>
          <Spinner label="Carregando o proprietário" />
        </Delayed>
      ) : (
        <FormularioVeiculo pedido={pedido} />
      )}
    </>
  );
}
