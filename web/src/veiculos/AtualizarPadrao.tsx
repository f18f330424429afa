import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatarPlaca, gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isApiError } from '../lib/http.ts';
import { useOneAtATime } from '../lib/useOneAtATime.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { trocarPadrao } from './api.ts';
import { caminhoDoVeiculo } from './caminho.ts';
import { linhaDaPlaca } from './linhaDaPlaca.ts';
import { TrocaDePlaca } from './TrocaDePlaca.tsx';

type Props = {
  /** As it is registered; nothing is offered unless its plate is an old one. */
  veiculo: Veiculo;
  onAtualizada?: (novo: Veiculo) => void;
};

/** The car got its Mercosul plate: the same record goes on under the new text, once confirmed. */
export function AtualizarPadrao({ veiculo, onAtualizada }: Props) {
  const [perguntando, setPerguntando] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const envio = useOneAtATime();
  const trocar = useMutation(
    trocarPadrao(({ placa }) => ({
      label: 'Ver veículo',
      run: () => navigate(caminhoDoVeiculo(placa)),
    })),
  );
  const nova = tipoPlaca(veiculo.placa) === 'Antiga' ? gemeaPlaca(veiculo.placa) : undefined;
  if (!nova) return null;

  const confirmar = () => {
    if (!envio.take()) return;
    trocar.mutate(
      { de: veiculo, padrao: 'mercosul' },
      {
        onSuccess: onAtualizada,
        // Refused because the register has moved on: the next try starts from what is there now.
        onError: () => queryClient.invalidateQueries({ queryKey: ['veiculos'] }),
        onSettled: () => {
          envio.release();
          setPerguntando(false);
        },
      },
    );
  };
  const ambas = isApiError(trocar.error) && trocar.error.status === 409;

  return (
    <>
      <Button icon="refresh" className="self-start" onClick={() => setPerguntando(true)}>
        Atualizar para o padrão Mercosul
      </Button>
      {trocar.error ? (
        <Alert
          tone="danger"
          role="alert"
          action={ambas && <Link to={caminhoDoVeiculo(nova)}>Ver {nova}</Link>}
        >
          {trocar.error.message}
        </Alert>
      ) : null}
      <ConfirmDialog
        open={perguntando}
        icon="refresh"
        title="Atualizar para o padrão Mercosul?"
        text={`A placa ${formatarPlaca(veiculo.placa)} passa a ser ${nova} no cadastro. É o mesmo veículo: o proprietário, o status e todo o histórico de passagens e alterações continuam com ele.`}
        confirmLabel="Atualizar placa"
        busy={trocar.isPending}
        onCancel={() => setPerguntando(false)}
        onConfirm={confirmar}
      >
        <TrocaDePlaca
          de={veiculo.placa}
          para={nova}
          tipo={veiculo.tipo}
          linha={linhaDaPlaca(veiculo.cidade, veiculo.estado)}
        />
      </ConfirmDialog>
    </>
  );
}
