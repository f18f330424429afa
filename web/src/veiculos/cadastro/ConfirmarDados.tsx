import { CAMPOS_VEICULO } from '@unipark/contract/veiculo';
import { useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { formatLinhaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { NAO_INFORMADO } from '../rotulos.ts';
import { dropCidade, listLinhas, type VeiculoDraft } from './registro.ts';

const PLACA = CAMPOS_VEICULO.placa.rotulo;

type Props = {
  open: boolean;
  registro: VeiculoDraft;
  salvando: boolean;
  /** The label follows. */
  imprimir: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmarDados({ open, registro, salvando, imprimir, onConfirm, onCancel }: Props) {
  const confirmar = useRef<HTMLButtonElement>(null);
  const { cidade, estado } = dropCidade(registro);
  return (
    <Dialog
      open={open}
      busy={salvando}
      onClose={onCancel}
      onCtrlEnter={onConfirm}
      title="Confirme os dados"
      initialFocus={confirmar}
      width={480}
      footer={
        <>
          <Button onClick={onCancel} disabled={salvando}>
            Cancelar
          </Button>
          <Button ref={confirmar} variant="primary" onClick={onConfirm} loading={salvando}>
            {imprimir ? 'Confirmar e imprimir' : 'Confirmar'}
          </Button>
        </>
      }
    >
      <div className="mx-auto mb-4 w-56">
        <Placa
          placa={registro.placa}
          tipo={registro.tipo}
          linha={formatLinhaPlaca(cidade, estado)}
          largura={registro.tipo === '2' ? 140 : 224}
          className="mx-auto"
          decorativa
        />
      </div>
      <dl className="rounded-control border border-border">
        {listLinhas(registro).map(({ rotulo, valor, nota, alerta }) => (
          <div
            key={rotulo}
            className="flex min-h-9 items-center gap-4 border-b border-border px-4 py-1 last:border-b-0"
          >
            <dt className="w-2/5 shrink-0 text-sm text-muted">{rotulo}</dt>
            <dd
              className={
                valor === NAO_INFORMADO ? 'text-muted' : 'min-w-0 font-medium wrap-anywhere'
              }
            >
              {rotulo === PLACA ? <PlacaTexto placa={valor} className="text-lg" /> : valor}
              {nota && (
                <span className={cx('block text-sm', alerta ? 'text-warning' : 'text-text')}>
                  {nota}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
