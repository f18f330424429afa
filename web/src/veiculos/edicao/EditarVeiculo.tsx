import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EdicaoVeiculo, isAtivo, Veiculo } from '@unipark/contract/veiculo';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { focusInvalid } from '../../lib/screen/focusInvalid.ts';
import { useEdit } from '../../lib/screen/useEdit.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConflictDialog } from '../../ui/dialog/ConflictDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { fichaQuery, updateVeiculo, veiculoQuery } from '../api.ts';
import { PARA_IMPRIMIR, pathOfAdesivos } from '../caminho.ts';
import { formatLinhaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { settleStatus, VEICULO_ALTERADO } from '../rotulos.ts';
import { useCampos } from '../useCampos.ts';
import { CamposEdicao } from './CamposEdicao.tsx';
import { ConfirmarAlteracoes } from './ConfirmarAlteracoes.tsx';
import {
  buildCorpo,
  dropMotivo,
  formatMudancas,
  getEdicao,
  hasMotivo,
  listMudancas,
  type VeiculoEdit,
} from './edicao.ts';

type Props = {
  veiculo: Veiculo;
  /** The first values, when a failed edit is opened again. */
  inicial?: VeiculoEdit;
  onClose: () => void;
  onFailure: (error: unknown) => void;
};

const showPlaca = (placa: string) => <PlacaTexto placa={placa} className="text-lg" />;

/** Two steps: the form, then the changes. It closes on save and on failure; a conflict asks first. */
export function EditarVeiculo({ inicial, onClose, onFailure, ...props }: Props) {
  // The version at the opening: a background refresh must not hide a conflict.
  const [veiculo] = useState(props.veiculo);
  const navigate = useNavigate();
  const client = useQueryClient();
  // The bell keeps the typed values: the modal closes on failure.
  const editar = useEdit(
    updateVeiculo(({ de }) => ({
      label: 'Reabrir',
      run: () => navigate(`/veiculos/consultar?editar=${de.placa}`, { state: { edicao } }),
    })),
    Veiculo,
  );
  const [etapa, setEtapa] = useState<1 | 2>(1);
  const inicio = useRef<HTMLSelectElement>(null);
  const formulario = useId();
  const { form, campos } = useCampos(EdicaoVeiculo, inicial ?? getEdicao(veiculo), dropMotivo);
  const edicao = campos.valores;

  /** The vehicle to change: as opened, or as another edit left it. */
  const base = editar.current ?? veiculo;
  const proibido = hasMotivo(base);
  const { data, isPending } = useQuery(fichaQuery(proibido ? base.placa : ''));
  const motivo = data?.motivo ?? (data || isPending || !proibido ? '' : undefined);
  const linhas = listMudancas(base, edicao, motivo);

  const advance = form.handleSubmit(
    () => setEtapa(2),
    () => focusInvalid(document.getElementById(formulario)),
  );
  const save = (onSaved: (salvo: Veiculo) => void = onClose) =>
    editar.send(base, buildCorpo(base, edicao), {
      onSaved,
      onFailure: (error) => {
        onClose();
        onFailure(error);
      },
    });
  const saveAndPrint = () =>
    save((salvo) => {
      client.setQueryData(veiculoQuery(salvo.placa).queryKey, salvo);
      onClose();
      void navigate(pathOfAdesivos([base.placa]), { state: PARA_IMPRIMIR });
    });
  const comAdesivo = isAtivo(settleStatus(edicao));
  const proceed = () => void (etapa === 1 ? advance() : save());

  if (editar.current) {
    return (
      <ConflictDialog
        title={VEICULO_ALTERADO}
        rows={linhas.map(({ campo, rotulo, antes, depois }) => ({
          label: rotulo,
          mine: depois,
          current: antes,
          show: campo === 'placa' ? showPlaca : undefined,
        }))}
        busy={editar.isPending}
        onMine={() => save()}
        onCurrent={onClose}
        onBack={editar.dismiss}
      />
    );
  }
  return (
    <Dialog
      open
      busy={editar.isPending}
      onClose={onClose}
      onCtrlEnter={proceed}
      title="Editar Veículo"
      description={`Etapa ${etapa} de 2`}
      aside={
        <Placa
          placa={veiculo.placa}
          tipo={edicao.tipo}
          linha={formatLinhaPlaca(veiculo.cidade, veiculo.estado)}
          largura={edicao.tipo === '2' ? 120 : 172}
          decorativa
        />
      }
      initialFocus={inicio}
      footerStart={etapa === 2 && formatMudancas(linhas)}
      footer={
        <>
          <Button onClick={etapa === 1 ? onClose : () => setEtapa(1)} disabled={editar.isPending}>
            {etapa === 1 ? 'Cancelar' : 'Voltar'}
          </Button>
          {etapa === 2 && comAdesivo && (
            <Button onClick={saveAndPrint} disabled={editar.isPending}>
              Salvar e imprimir
            </Button>
          )}
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
          proceed();
        }}
      >
        {etapa === 1 ? (
          <CamposEdicao placa={veiculo.placa} campos={campos} motivo={motivo} inicio={inicio} />
        ) : (
          <ConfirmarAlteracoes linhas={linhas} />
        )}
      </form>
    </Dialog>
  );
}
