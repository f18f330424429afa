import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { onCtrlEnter } from '../../lib/screen/ctrlEnter.ts';
import { focusInvalid } from '../../lib/screen/focusInvalid.ts';
import type { PageState } from '../../lib/screen/pageState.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { LinkButton } from '../../ui/button/LinkButton.tsx';
import { cx } from '../../ui/cx.ts';
import { useLeaveGuard } from '../../ui/dialog/useLeaveGuard.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { PARA_IMPRIMIR, pathOfAdesivos } from '../caminho.ts';
import { CadastrarOutro } from './CadastrarOutro.tsx';
import { ColunaDireita } from './ColunaDireita.tsx';
import { ConfirmarDados } from './ConfirmarDados.tsx';
import { readRascunho } from './rascunho.ts';
import {
  type CadastroStart,
  getRegistroPedido,
  isDeOutra,
  isSame,
  isVazio,
  keepTipoAndDono,
  startRegistro,
} from './registro.ts';
import { SecoesVeiculo } from './SecoesVeiculo.tsx';
import { useCadastro } from './useCadastro.ts';

/** The sections at the left; plate, summary and button stay visible. */
export function FormularioVeiculo({ pedido }: { pedido: CadastroStart }) {
  const [rascunho] = useState(readRascunho);
  const [limpo, setLimpo] = useState(() => getRegistroPedido(pedido));
  const [partida] = useState(() => ({
    inicial: startRegistro(pedido, rascunho),
    deOutra: isDeOutra(pedido, rascunho),
  }));
  const inicio = useRef<HTMLInputElement>(null);
  const formulario = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const cadastro = useCadastro(partida, {
    onInvalid: () => focusInvalid(formulario.current),
    // After the dialog has returned the focus to the button, which is disabled by then.
    onCreated: ({ placa }, imprimir) =>
      setTimeout(() => {
        if (imprimir) void navigate(pathOfAdesivos([placa]), { state: PARA_IMPRIMIR });
        else {
          inicio.current?.focus();
          // The plate and the owner of the address were this car's: a reload must not give them to the next.
          if (location.search) void navigate('/veiculos/cadastrar', { replace: true });
        }
      }),
  });
  const { campos, falha } = cadastro;
  const registro = campos.valores;

  const { anterior } = cadastro;
  const createOutro = () => {
    if (!anterior) return;
    const comeco = keepTipoAndDono(anterior);
    setLimpo(comeco);
    cadastro.restart(comeco);
    // The first list, which is enabled with the type.
    const lista = () => formulario.current?.querySelector<HTMLElement>('[role=combobox]');
    setTimeout(() => (comeco.tipo ? lista() : inicio.current)?.focus());
  };
  const sujo = !isVazio(registro) && !isSame(registro, limpo);
  const perguntaDeSaida = useLeaveGuard(sujo, {
    text: 'Este veículo ainda não foi salvo. O que você preencheu fica guardado nesta aba.',
    // A new owner keeps the draft; the labels are of the vehicle that was just saved.
    isAllowed: ({ pathname, state }) =>
      pathname === '/proprietarios/cadastrar' || Boolean((state as PageState | null)?.imprimir),
  });
  const retomado = rascunho !== undefined && sujo && isSame(registro, partida.inicial);

  return (
    <>
      {falha && falha.status !== 401 && (
        <Alert tone="danger" role="alert">
          {asApiError(falha).mensagem} O veículo não foi salvo; os dados continuam no formulário.
        </Alert>
      )}
      <form
        ref={formulario}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          cadastro.askConfirmation();
        }}
        onKeyDown={onCtrlEnter(cadastro.askConfirmation)}
        aria-label="Novo veículo"
        className={cx(
          'flex flex-col gap-4 desktop:grid desktop:grid-cols-[minmax(0,1fr)_280px] min-[1200px]:grid-cols-[minmax(0,1fr)_360px]',
          // Strip and button must not cover the focused element.
          'max-desktop:[&_:is(input,select)]:scroll-mt-42 max-desktop:[&_:is(input,select)]:scroll-mb-24',
        )}
      >
        <Panel
          as="div"
          className="@container order-2 short:px-5 short:py-4 max-tablet:border-0! max-tablet:bg-transparent! max-tablet:p-0!"
        >
          <SecoesVeiculo
            campos={campos}
            ocupada={cadastro.duplicada}
            gemea={cadastro.gemea}
            inicio={inicio}
            outro={
              retomado ? (
                <Retomado onRestart={() => cadastro.restart()} />
              ) : anterior && isVazio(registro) ? (
                <CadastrarOutro anterior={anterior} onClick={createOutro} />
              ) : null
            }
          />
        </Panel>
        <ColunaDireita
          registro={registro}
          cadastrados={cadastro.cadastrados}
          canSave={cadastro.canSave}
          onPrint={cadastro.askImpressao}
        />
      </form>
      <ConfirmarDados
        open={cadastro.confirmando}
        registro={registro}
        salvando={cadastro.salvando}
        imprimir={cadastro.imprimir}
        onConfirm={cadastro.save}
        onCancel={cadastro.cancel}
      />
      {perguntaDeSaida}
    </>
  );
}

/** In the line of the first section: above the form it would push the button out of sight. */
const Retomado = ({ onRestart }: { onRestart: () => void }) => (
  <span className="flex flex-wrap items-baseline justify-end gap-x-2">
    <span className="font-medium">Cadastro em andamento recuperado.</span>
    <LinkButton onClick={onRestart}>Começar de novo</LinkButton>
  </span>
);
