import { useMutation, useQuery } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { focusInvalid } from '../../lib/focusInvalid.ts';
import { useOneAtATime } from '../../lib/useOneAtATime.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ficha, updateVeiculo } from '../api.ts';
import { type ConflitoVeiculo, conflitoDe } from '../conflito.ts';
import { linhaDaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { CamposEdicao } from './CamposEdicao.tsx';
import { ConfirmarAlteracoes } from './ConfirmarAlteracoes.tsx';
import {
  corpoDaEdicao,
  dizerQuantas,
  type Edicao,
  edicaoDe,
  errosDaEdicao,
  mudancas,
  temMotivo,
} from './edicao.ts';

type Props = {
  veiculo: Veiculo;
  /** What to start from, when an edit that failed is opened again. */
  inicial?: Edicao;
  onClose: () => void;
  onFailure: (error: unknown) => void;
  onConflict: (conflito: ConflitoVeiculo) => void;
};

/** Two steps: the form, then what is about to change. It closes on save and on failure. */
export function EditarVeiculo({ inicial, onClose, onFailure, onConflict, ...props }: Props) {
  // The version that was opened: a refresh in the background must not hide a conflict.
  const [veiculo] = useState(props.veiculo);
  const navigate = useNavigate();
  // Kept in the bell: the modal closes on failure, what was typed is not lost.
  const editar = useMutation(
    updateVeiculo(({ de }) => ({
      label: 'Reabrir',
      run: () => navigate(`/veiculos/consultar?editar=${de.placa}`, { state: { edicao } }),
    })),
  );
  const envio = useOneAtATime();
  const [edicao, setEdicao] = useState(inicial ?? edicaoDe(veiculo));
  const [tentou, setTentou] = useState(false);
  const [etapa, setEtapa] = useState<1 | 2>(1);
  const inicio = useRef<HTMLSelectElement>(null);
  const formulario = useId();
  const proibido = temMotivo(veiculo);
  const { data, isPending } = useQuery(ficha(proibido ? veiculo.placa : ''));
  const motivo = data?.motivo ?? (data || isPending || !proibido ? '' : undefined);
  const linhas = mudancas(veiculo, edicao, motivo);
  const erros = errosDaEdicao(edicao);

  const avancar = () => {
    setTentou(true);
    if (Object.keys(erros).length === 0) setEtapa(2);
    else focusInvalid(document.getElementById(formulario));
  };
  const salvar = () => {
    if (!envio.take()) return;
    editar.mutate(
      { de: veiculo, corpo: corpoDaEdicao(veiculo, edicao) },
      {
        onError: (error) => {
          const conflito = conflitoDe(error, edicao);
          if (conflito) onConflict(conflito);
          else onFailure(error);
        },
        onSettled: () => {
          envio.release();
          onClose();
        },
      },
    );
  };
  const seguir = etapa === 1 ? avancar : salvar;

  return (
    <Dialog
      open
      busy={editar.isPending}
      onClose={onClose}
      onCtrlEnter={seguir}
      title="Editar Veículo"
      description={`Etapa ${etapa} de 2`}
      aside={
        <Placa
          placa={veiculo.placa}
          tipo={edicao.tipo}
          linha={linhaDaPlaca(veiculo.cidade, veiculo.estado)}
          largura={edicao.tipo === '2' ? 120 : 172}
          decorativa
        />
      }
      initialFocus={inicio}
      footerStart={etapa === 2 && dizerQuantas(linhas)}
      footer={
        <>
          <Button onClick={etapa === 1 ? onClose : () => setEtapa(1)} disabled={editar.isPending}>
            {etapa === 1 ? 'Cancelar' : 'Voltar'}
          </Button>
          <Button variant="primary" type="submit" form={formulario} loading={editar.isPending}>
            {etapa === 1 ? 'Avançar' : 'Confirmar'}
          </Button>
        </>
      }
    >
      <form
        id={formulario}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          seguir();
        }}
      >
        {etapa === 1 ? (
          <CamposEdicao
            placa={veiculo.placa}
            edicao={edicao}
            onChange={setEdicao}
            erros={tentou ? erros : {}}
            motivo={motivo}
            inicio={inicio}
          />
        ) : (
          <ConfirmarAlteracoes linhas={linhas} />
        )}
      </form>
    </Dialog>
  );
}
