import { useQuery } from '@tanstack/react-query';
import { digitarPlaca } from '@unipark/contract/placa';
import { useSearchParams } from 'react-router';
import { proprietario } from '../../proprietarios/api.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FormularioVeiculo } from './FormularioVeiculo.tsx';

/** Vehicle registration; `?placa=` and `?proprietario=` fill in what is known already. */
export function CadastrarVeiculo() {
  const [params] = useSearchParams();
  const dono = useQuery(proprietario(params.get('proprietario') ?? ''));
  // A free matrícula remembered from the form before may have its owner by now.
  const esperando = dono.isFetching && !dono.data && !dono.isFetchedAfterMount;
  const pedido = {
    placa: digitarPlaca(params.get('placa') ?? ''),
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
