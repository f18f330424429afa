import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { linhaDaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { NAO_INFORMADO } from '../rotulos.ts';
import { cidadeDaPlaca, linhasDoRegistro, type Registro } from './registro.ts';

type Props = {
  open: boolean;
  registro: Registro;
  salvando: boolean;
  onConfirmar: () => void;
  onCancelar: () => void;
};

/** 'Confirme os dados': the plate and the ten rows in the order of the specification. */
export function ConfirmarDados({ open, registro, salvando, onConfirmar, onCancelar }: Props) {
  const confirmar = useRef<HTMLButtonElement>(null);
  const cidade = cidadeDaPlaca(registro);
  return (
    <Dialog
      open={open}
      busy={salvando}
      onClose={onCancelar}
      onCtrlEnter={onConfirmar}
      title="Confirme os dados"
      initialFocus={confirmar}
      width={480}
      footer={
        <>
          <Button onClick={onCancelar} disabled={salvando}>
            Cancelar
          </Button>
          <Button ref={confirmar} variant="primary" onClick={onConfirmar} loading={salvando}>
            Confirmar
          </Button>
        </>
      }
    >
      <div className="mx-auto mb-4 w-56">
        <Placa
          placa={registro.placa}
          tipo={registro.tipo}
          linha={linhaDaPlaca(cidade?.nome, cidade?.estado)}
          largura={registro.tipo === '2' ? 140 : 224}
          className="mx-auto"
          decorativa
        />
      </div>
      <dl className="rounded-control border border-border">
        {linhasDoRegistro(registro).map(({ rotulo, valor }) => (
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
              {valor}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
