import type { Sentido } from '@unipark/contract/passagem';
import { isPlacaValida } from '@unipark/contract/placa';
import { isProibido } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';
import { createPreference } from '../lib/preference.ts';
import { useTelaAcesa } from '../lib/screen/useTelaAcesa.ts';
import { useWatching } from '../lib/session/presence.ts';
import { useStore } from '../lib/store.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { BotoesRegistro } from './BotoesRegistro.tsx';
import { CampoPlaca } from './CampoPlaca.tsx';
import { Candidatas } from './Candidatas.tsx';
import { CartaoVeredito } from './CartaoVeredito.tsx';
import { ConfirmarProibido } from './ConfirmarProibido.tsx';
import { Espera } from './Espera.tsx';
import { watchFila } from './fila.ts';
import './espera.css';
import './portaria.css';
import './portariaTelas.css';
import { LinhaRegistrada } from './LinhaRegistrada.tsx';
import { Recusados } from './Recusados.tsx';
import { Registros } from './Registros.tsx';
import { Teclado } from './Teclado.tsx';
import { TAMANHO } from './teclas.ts';
import { useCampoFocus } from './useCampoFocus.ts';
import { useRegistro } from './useRegistro.ts';
import { useVeredito } from './useVeredito.ts';
import { findSentidoProvavel, formatVeredito, isPerigo } from './veredito.ts';

/** Touch devices show the keys; a desk with keyboard and mouse does not need them. */
const toque = window.matchMedia('(any-pointer: coarse)').matches;

/** Whether the plate is typed on our keys or on the device's own. */
const teclado = createPreference(
  'unipark.portaria.teclado',
  ['tela', 'aparelho'],
  toque ? 'tela' : 'aparelho',
);

export function Portaria() {
  useTelaAcesa();
  useWatching();
  useEffect(watchFila, []);
  const campo = useRef<HTMLInputElement>(null);
  const focusCampo = useCampoFocus(campo);
  const [texto, setTexto] = useState('');
  /** The plate for which the person asked for the keys over the verdict. */
  const [corrigindo, setCorrigindo] = useState<string>();
  const naTela = useStore(teclado) === 'tela';

  const { placa, ask } = usePlacaPedida(texto);
  const resposta = useVeredito(placa);
  const changeTexto = (novo: string) => {
    setTexto(novo);
    setCorrigindo(undefined);
    focusCampo();
  };
  const clear = () => changeTexto('');
  const veredito = resposta.fase === 'pronta' ? resposta.veredito : undefined;
  const isLocal = resposta.fase === 'pronta' && resposta.de !== undefined;
  /** The next plate may be typed already when the answer comes. */
  const clearRegistrada = (registrada: string) => {
    setTexto((atual) => (atual === registrada ? '' : atual));
    setCorrigindo((atual) => (atual === registrada ? undefined : atual));
    focusCampo();
  };
  const conferida = veredito !== undefined && isPerigo(veredito, isLocal);
  const registro = useRegistro(placa, conferida, clearRegistrada);
  const [perguntado, setPerguntado] = useState<Sentido>();
  const register = async (sentido: Sentido) => {
    if (veredito && isProibido(veredito.status)) setPerguntado(sentido);
    else await registro.register(sentido);
  };
  const trecho = placa === '' && texto.length >= TRECHO ? texto : '';

  const primario = veredito && findSentidoProvavel(veredito);
  const onEnter = useSafeEnter(veredito?.placa, () => {
    if (primario) void register(primario);
  });
  const digitando = placa === '' || corrigindo === texto;
  const switchTeclado = (para: 'tela' | 'aparelho') => {
    teclado.set(para);
    focusCampo();
  };

  return (
    <div
      className="portaria"
      data-teclado={naTela ? (digitando ? 'aberto' : 'fechado') : undefined}
      data-respondida={placa !== '' || undefined}
    >
      <PageHeader title="Portaria" hidden />
      <Recusados />
      <div className="portaria-tela">
        <CampoPlaca
          campo={campo}
          texto={texto}
          onChange={changeTexto}
          onEnter={veredito ? onEnter : ask}
          onClear={clear}
          onTap={() => setCorrigindo(texto)}
          tecladoDoAparelho={!naTela && digitando}
        />
        <div className="portaria-veredito">
          <p role="status" className="sr-only">
            {/* The card of a forbidden car is an alert already: it is announced once. */}
            {veredito && !isProibido(veredito.status) && formatVeredito(veredito)}
          </p>
          {resposta.fase === 'pronta' ? (
            <CartaoVeredito
              veredito={resposta.veredito}
              de={resposta.de}
              onChoose={(sugestao) => changeTexto(sugestao.placa)}
            />
          ) : trecho !== '' ? (
            <Candidatas trecho={trecho} onChoose={changeTexto} />
          ) : (
            <Espera
              resposta={resposta}
              onChoose={changeTexto}
              onKeyboard={naTela ? undefined : () => switchTeclado('tela')}
            />
          )}
        </div>
        {naTela && (
          <Teclado
            texto={texto}
            onChange={changeTexto}
            onSwitch={() => switchTeclado('aparelho')}
          />
        )}
        <BotoesRegistro
          {...registro}
          register={register}
          disabled={placa === ''}
          primario={primario}
        />
        <LinhaRegistrada />
        <Registros />
      </div>
      <ConfirmarProibido
        veredito={perguntado && veredito}
        sentido={perguntado}
        onConfirm={(sentido) => {
          setPerguntado(undefined);
          void registro.register(sentido);
        }}
        onCancel={() => setPerguntado(undefined)}
      />
    </div>
  );
}

/** The shortest part of a plate that is looked for. */
const TRECHO = 3;
/** The shortest foreign plate. */
const MINIMO = 4;
/** The pause after seven characters that are not a Brazilian plate: the person may still correct them. */
const PAUSA = 500;

/**
 * The plate to ask for, '' while it is incomplete: a Brazilian plate at its seventh character,
 * another text after a pause or after `ask` (Enter).
 */
function usePlacaPedida(texto: string) {
  const [pedida, setPedida] = useState('');
  const valida = isPlacaValida(texto);
  const espera = !valida && texto.length === TAMANHO;
  useEffect(() => {
    if (!espera) return;
    const timer = setTimeout(() => setPedida(texto), PAUSA);
    return () => clearTimeout(timer);
  }, [texto, espera]);
  return {
    placa: valida || texto === pedida ? texto : '',
    ask: () => setPedida(texto.length >= MINIMO ? texto : ''),
  };
}

/** A scanner ends its text with Enter, which is not a decision of a person. */
const LEITURA = 400;

/** Runs `act` on Enter when the shown text has been there long enough to be read. */
function useSafeEnter(mostrado: string | undefined, act: () => void): () => void {
  const desde = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts at each new verdict
  useEffect(() => {
    desde.current = performance.now();
  }, [mostrado]);
  return () => {
    if (performance.now() - desde.current >= LEITURA) act();
  };
}
