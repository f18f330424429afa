import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrocaDePadrao } from '@unipark/contract/ficha';
import { formatarPlaca, gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isApiError } from '../../lib/http.ts';
import { useOneAtATime } from '../../lib/useOneAtATime.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { trocarPadrao } from '../api.ts';
import { caminhoDoVeiculo } from '../caminho.ts';
import { linhaDaPlaca } from './linhaDaPlaca.ts';
import { TrocaDePlaca } from './TrocaDePlaca.tsx';

type Padrao = TrocaDePadrao['padrao'];

type Props = {
  veiculo: Veiculo;
  padrao: Padrao;
  onTrocada?: (novo: Veiculo) => void;
};

const PALAVRAS: Record<Padrao, { acao: string; verbo: string; confirmar: string }> = {
  mercosul: {
    acao: 'Atualizar para o padrão Mercosul',
    verbo: 'passa a ser',
    confirmar: 'Atualizar placa',
  },
  antiga: { acao: 'Voltar à placa antiga', verbo: 'volta a ser', confirmar: 'Voltar placa' },
};

/** The same record goes on under the text that its plate has in the other format, once confirmed. */
export function TrocarPadrao({ veiculo, padrao, onTrocada }: Props) {
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
  const antiga = tipoPlaca(veiculo.placa) === 'Antiga';
  const nova = antiga === (padrao === 'mercosul') ? gemeaPlaca(veiculo.placa) : undefined;
  if (!nova) return null;

  const { acao, verbo, confirmar: rotulo } = PALAVRAS[padrao];
  const confirmar = () => {
    if (!envio.take()) return;
    trocar.mutate(
      { de: veiculo, padrao },
      {
        onSuccess: onTrocada,
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
      <Button
        icon="refresh"
        variant={padrao === 'mercosul' ? 'secondary' : 'ghost'}
        className="self-start"
        onClick={() => setPerguntando(true)}
      >
        {acao}
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
        title={`${acao}?`}
        text={`A placa ${formatarPlaca(veiculo.placa)} ${verbo} ${formatarPlaca(nova)} no cadastro. É o mesmo veículo: o proprietário, o status e todo o histórico de passagens e alterações continuam com ele.`}
        confirmLabel={rotulo}
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
