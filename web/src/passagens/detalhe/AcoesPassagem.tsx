import { useMutation } from '@tanstack/react-query';
import { NAO_CADASTRADO, type Passagem, type UltimoVeiculo } from '@unipark/contract/passagem';
import { isPlacaValida } from '@unipark/contract/placa';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { pathOfVeiculo } from '../../veiculos/caminho.ts';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { acknowledgeAlerta } from '../api.ts';

type AcoesPassagemProps = { passagem: UltimoVeiculo | Passagem; onClose: () => void };

export function AcoesPassagem({ passagem, onClose }: AcoesPassagemProps) {
  const { id, placa, placa_cadastrada, status, alerta } = passagem;
  const { mutate, isPending, isSuccess } = useMutation(acknowledgeAlerta());
  const cadastro = encodeURIComponent(placa_cadastrada ?? placa);
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
          to={pathOfVeiculo(placa_cadastrada ?? placa)}
          onClick={onClose}
        >
          Abrir cadastro
        </ButtonLink>
      ) : !isPlacaValida(placa) ? null : (
        <ButtonLink
          variant="primary"
          icon="plus"
          to={`/veiculos/cadastrar?placa=${cadastro}`}
          onClick={onClose}
        >
          <span>
            Cadastrar <PlacaTexto placa={placa} />
          </span>
        </ButtonLink>
      )}
    </>
  );
}
