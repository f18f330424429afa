import { type FormEvent, useRef, useState } from 'react';
import { onCtrlEnter } from '../../lib/ctrlEnter.ts';
import { focusInvalid } from '../../lib/focusInvalid.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ColunaDireita } from './ColunaDireita.tsx';
import { ConfirmarDados } from './ConfirmarDados.tsx';
import { FalhaAoCadastrar } from './FalhaAoCadastrar.tsx';
import { lerRascunho } from './rascunho.ts';
import {
  comecar,
  estaVazio,
  iguais,
  type Pedido,
  placaValida,
  registroPedido,
} from './registro.ts';
import { SecoesVeiculo } from './SecoesVeiculo.tsx';
import { useCadastro } from './useCadastro.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

/** The nine sections at the left; plate, summary and the button stay in sight. */
export function FormularioVeiculo({ pedido }: { pedido: Pedido }) {
  const [rascunho] = useState(lerRascunho);
  const [limpo] = useState(() => registroPedido(pedido));
  const [inicial] = useState(() => comecar(pedido, rascunho));
  const inicio = useRef<HTMLInputElement>(null);
  const formulario = useRef<HTMLFormElement>(null);
  // After the dialog has given the focus back to the button, which is off by then.
  const voltarAoTipo = () => setTimeout(() => inicio.current?.focus());
  const cadastro = useCadastro(inicial, voltarAoTipo);
  const { registro, falha } = cadastro;

  const sujo = !estaVazio(registro) && !iguais(registro, limpo);
  const { perguntando, sair, ficar } = useLeaveGuard(sujo);
  const pedirConfirmacao = () => {
    if (placaValida(registro) && !cadastro.pedirConfirmacao()) focusInvalid(formulario.current);
  };
  const enviar = (event: FormEvent) => {
    event.preventDefault();
    pedirConfirmacao();
  };
  const retomado = rascunho !== undefined && sujo && iguais(registro, inicial);

  return (
    <>
      {retomado && (
        <Alert action={<Button onClick={cadastro.recomecar}>Começar de novo</Button>}>
          Este é o cadastro que você deixou pela metade.
        </Alert>
      )}
      <FalhaAoCadastrar falha={falha} />
      <form
        ref={formulario}
        noValidate
        onSubmit={enviar}
        onKeyDown={onCtrlEnter(pedirConfirmacao)}
        aria-label="Novo veículo"
        className={cx(
          'flex flex-col gap-4 desktop:grid desktop:grid-cols-[minmax(0,1fr)_360px]',
          // Strip and button must not lie over what has the focus.
          'max-desktop:[&_:is(input,select)]:scroll-mt-42 max-desktop:[&_:is(input,select)]:scroll-mb-24',
        )}
      >
        <Panel
          as="div"
          className="order-2 max-tablet:border-0! max-tablet:bg-transparent! max-tablet:p-0!"
        >
          <SecoesVeiculo
            registro={registro}
            mudar={cadastro.mudar}
            duplicada={cadastro.duplicada}
            erros={cadastro.erros}
            confirmando={cadastro.confirmando}
            inicio={inicio}
          />
        </Panel>
        <ColunaDireita registro={registro} cadastrados={cadastro.cadastrados} />
      </form>
      <ConfirmarDados
        open={cadastro.confirmando}
        registro={registro}
        salvando={cadastro.salvando}
        onConfirmar={cadastro.salvar}
        onCancelar={cadastro.desistir}
      />
      <ConfirmDialog
        open={perguntando}
        title="Sair sem salvar?"
        text="Este veículo ainda não foi salvo. O que você preencheu fica guardado nesta aba."
        cancelLabel="Continuar aqui"
        confirmLabel="Sair"
        onCancel={ficar}
        onConfirm={sair}
      />
    </>
  );
}
