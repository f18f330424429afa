import { ehProibido } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';
import { useWatching } from '../lib/presence.ts';
import { useStore } from '../lib/store.ts';
import { useTelaAcesa } from '../lib/useTelaAcesa.ts';
import { Alertas } from '../passagens/Alertas.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { BotoesRegistro } from './BotoesRegistro.tsx';
import { CampoPlaca } from './CampoPlaca.tsx';
import { CartaoVeredito } from './CartaoVeredito.tsx';
import { Espera } from './Espera.tsx';
import { vigiarFila } from './fila.ts';
import './portaria.css';
import './portariaTelas.css';
import { Recusados } from './Recusados.tsx';
import { Situacao } from './Situacao.tsx';
import { Teclado } from './Teclado.tsx';
import { teclado } from './teclado.ts';
import { UltimosRegistros } from './UltimosRegistros.tsx';
import { useEnterSeguro } from './useEnterSeguro.ts';
import { useFocoNoCampo } from './useFocoNoCampo.ts';
import { usePlacaPedida } from './usePlacaPedida.ts';
import { useRegistro } from './useRegistro.ts';
import { useVeredito } from './useVeredito.ts';
import { frase, sentidoProvavel } from './veredito.ts';

/** The gate: one plate, one answer, two buttons. */
export function Portaria() {
  useTelaAcesa();
  useWatching();
  useEffect(vigiarFila, []);
  const campo = useRef<HTMLInputElement>(null);
  const focar = useFocoNoCampo(campo);
  const [texto, setTexto] = useState('');
  /** The text for which the keys were asked back, over the verdict. */
  const [corrigindo, setCorrigindo] = useState<string>();
  const naTela = useStore(teclado) === 'tela';

  const { placa, pedir } = usePlacaPedida(texto);
  const resposta = useVeredito(placa);
  const escrever = (novo: string) => {
    setTexto(novo);
    setCorrigindo(undefined);
    focar();
  };
  const limpar = () => escrever('');
  const registro = useRegistro(placa, limpar);

  const veredito = resposta.fase === 'pronta' ? resposta.veredito : undefined;
  const primario = veredito && sentidoProvavel(veredito);
  const onEnter = useEnterSeguro(veredito?.placa, () => {
    if (primario) void registro.registrar(primario);
  });
  const digitando = placa === '' || corrigindo === texto;
  const trocar = (para: 'tela' | 'aparelho') => {
    teclado.set(para);
    focar();
  };

  return (
    <div
      className="portaria"
      data-teclado={naTela ? (digitando ? 'aberto' : 'fechado') : undefined}
    >
      <PageHeader title="Portaria" hidden />
      {/* The verdict keeps its room: one banner at a time. */}
      <Alertas mostradas={1} />
      <Recusados />
      <div className="portaria-tela">
        <CampoPlaca
          campo={campo}
          texto={texto}
          onChange={escrever}
          onEnter={veredito ? onEnter : pedir}
          onClear={limpar}
          onTap={() => setCorrigindo(texto)}
          tecladoDoAparelho={!naTela && digitando}
        />
        <div className="portaria-veredito">
          <p role="status" className="sr-only">
            {/* The card of a forbidden car is an alert: said once is enough. */}
            {veredito && !ehProibido(veredito.status) && frase(veredito)}
          </p>
          {resposta.fase === 'pronta' ? (
            <CartaoVeredito
              veredito={resposta.veredito}
              de={resposta.de}
              onEscolher={(sugestao) => escrever(sugestao.placa)}
            />
          ) : (
            <Espera resposta={resposta} onTeclado={naTela ? undefined : () => trocar('tela')} />
          )}
        </div>
        {naTela && <Teclado texto={texto} onChange={escrever} onTroca={() => trocar('aparelho')} />}
        <BotoesRegistro {...registro} disabled={placa === ''} primario={primario} />
        <UltimosRegistros />
        <Situacao />
      </div>
    </div>
  );
}
