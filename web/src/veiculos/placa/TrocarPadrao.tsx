import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrocaDePadrao } from '@unipark/contract/ficha';
import { classifyPlaca, findGemea, formatPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useOneAtATime } from '../../lib/screen/useOneAtATime.ts';
import { isApiError } from '../../lib/wire/http.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { convertPlaca } from '../api.ts';
import { pathOfVeiculo } from '../caminho.ts';
import { FraseComPlacas } from './FraseComPlacas.tsx';
import { formatLinhaPlaca } from './linhaDaPlaca.ts';
import { Placa } from './Placa.tsx';
import { PlacaTexto } from './PlacaTexto.tsx';

type PlacaFormat = TrocaDePadrao['padrao'];

type Props = {
  veiculo: Veiculo;
  padrao: PlacaFormat;
  onConverted?: (novo: Veiculo) => void;
};

const PALAVRAS: Record<PlacaFormat, { acao: string; verbo: string; confirmar: string }> = {
  mercosul: {
    acao: 'Atualizar para o padrão Mercosul',
    verbo: 'passa a ser',
    confirmar: 'Atualizar placa',
  },
  antiga: { acao: 'Voltar à placa antiga', verbo: 'volta a ser', confirmar: 'Voltar placa' },
};

/** Asks, then changes the plate of a record to its text in the other format. */
export function TrocarPadrao({ veiculo, padrao, onConverted }: Props) {
  const [perguntando, setPerguntando] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const envio = useOneAtATime();
  const trocar = useMutation(
    convertPlaca(({ placa }) => ({
      label: 'Ver veículo',
      run: () => navigate(pathOfVeiculo(placa)),
    })),
  );
  const antiga = classifyPlaca(veiculo.placa) === 'Antiga';
  const nova = antiga === (padrao === 'mercosul') ? findGemea(veiculo.placa) : undefined;
  if (!nova) return null;

  const { acao, verbo, confirmar: rotulo } = PALAVRAS[padrao];
  const confirm = () => {
    if (!envio.take()) return;
    trocar.mutate(
      { de: veiculo, padrao },
      {
        onSuccess: onConverted,
        // Refused because the record has changed: the next try starts from the current one.
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
          action={
            ambas && (
              <Link to={pathOfVeiculo(nova)}>
                Ver <PlacaTexto placa={nova} />
              </Link>
            )
          }
        >
          <FraseComPlacas texto={trocar.error.message} />
        </Alert>
      ) : null}
      <ConfirmDialog
        open={perguntando}
        icon="refresh"
        title={`${acao}?`}
        text={
          <FraseComPlacas
            texto={`A placa ${formatPlaca(veiculo.placa)} ${verbo} ${formatPlaca(nova)} no cadastro. É o mesmo veículo: o proprietário, o status e todo o histórico de passagens e alterações continuam com ele.`}
          />
        }
        confirmLabel={rotulo}
        busy={trocar.isPending}
        onCancel={() => setPerguntando(false)}
        onConfirm={confirm}
      >
        <TrocaDePlaca
          de={veiculo.placa}
          para={nova}
          tipo={veiculo.tipo}
          linha={formatLinhaPlaca(veiculo.cidade, veiculo.estado)}
        />
      </ConfirmDialog>
    </>
  );
}

type TrocaDePlacaProps = {
  de: string;
  para: string;
  tipo: string | null;
  linha: string | undefined;
};

/** Both plates of one car, the old and the new; decorative, the sentence beside names them. */
function TrocaDePlaca({ de, para, tipo, linha }: TrocaDePlacaProps) {
  const largura = tipo === '2' ? 96 : 144;
  return (
    <div className="flex items-center justify-center gap-3">
      <Placa placa={de} tipo={tipo} linha={linha} largura={largura} decorativa />
      <Icon name="arrow-right" size={22} className="text-primary" />
      <Placa placa={para} tipo={tipo} largura={largura} decorativa />
    </div>
  );
}
