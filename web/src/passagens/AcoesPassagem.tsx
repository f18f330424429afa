import { useMutation } from '@tanstack/react-query';
import { NAO_CADASTRADO, type Passagem, type UltimoVeiculo } from '@unipark/contract/passagem';
import { tipoPlaca } from '@unipark/contract/placa';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { caminhoDoVeiculo } from '../veiculos/caminho.ts';
import { cienteDoAlerta } from './api.ts';

type AcoesPassagemProps = { passagem: UltimoVeiculo | Passagem; onClose: () => void };

/** Where a passage leads: its alarm's answer, the car's story, the register. */
export function AcoesPassagem({ passagem, onClose }: AcoesPassagemProps) {
  const { id, placa, placaCadastrada, status, alerta } = passagem;
  const { mutate, isPending, isSuccess } = useMutation(cienteDoAlerta());
  const cadastro = encodeURIComponent(placaCadastrada ?? placa);
  const temAlerta = alerta !== null && alerta.ciente === null && !isSuccess;
  return (
    <>
      {placa !== '' && (
        <ButtonLink
          icon="history"
          to={`/historico/${cadastro}`}
          onClick={onClose}
          className="mr-auto"
        >
          Ver histórico
        </ButtonLink>
      )}
      {temAlerta && (
        <Button variant="danger" icon="check" loading={isPending} onClick={() => mutate(id)}>
          Ciente
        </Button>
      )}
      {status !== NAO_CADASTRADO ? (
        <ButtonLink
          variant="primary"
          iconAfter="arrow-right"
          to={caminhoDoVeiculo(placaCadastrada ?? placa)}
          onClick={onClose}
        >
          Abrir cadastro
        </ButtonLink>
      ) : tipoPlaca(placa) === 'Inválida' ? null : (
        <ButtonLink variant="primary" icon="plus" to={`/veiculos/cadastrar?placa=${cadastro}`}>
          {`Cadastrar ${placa}`}
        </ButtonLink>
      )}
    </>
  );
}
