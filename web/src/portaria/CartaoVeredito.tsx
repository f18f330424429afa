import type { Sugestao, Veredito } from '@unipark/contract/passagem';
import { formatarPlaca } from '@unipark/contract/placa';
import { maiusculas } from '@unipark/contract/texto';
import type { CSSProperties } from 'react';
import { hour } from '../lib/format.ts';
import { ehProibido, iconeDoStatus } from '../passagens/status.ts';
import { Icon } from '../ui/Icon.tsx';
import { Placa } from '../veiculos/Placa.tsx';
import { PlacaTexto } from '../veiculos/PlacaTexto.tsx';
import { SugestoesDePlaca } from './SugestoesDePlaca.tsx';
import { ehVerde, frase, maiorPalavra, ultimaPassagem } from './veredito.ts';

type CartaoVereditoProps = {
  veredito: Veredito;
  /** From the register kept at that time. */
  de?: number | undefined;
  onEscolher: (sugestao: Sugestao) => void;
};

/** The answer, readable from three metres: green exactly when Ativo, the icon tells which red. */
export function CartaoVeredito({ veredito, de, onEscolher }: CartaoVereditoProps) {
  const { placa, status, nivel, veiculo, proprietario, sugestoes } = veredito;
  const palavra = maiusculas(status);
  const passagem = ultimaPassagem(veredito);
  return (
    <section
      className="veredito on-card"
      aria-label={frase(veredito)}
      data-tom={ehVerde(veredito) ? 'ativo' : 'nao-ativo'}
      role={ehProibido(status) ? 'alert' : undefined}
    >
      {de !== undefined && (
        <p className="veredito-nota">{`Sem conexão — cadastro de ${hour(de)}`}</p>
      )}
      <Icon name={iconeDoStatus(status)} className="veredito-icone" />
      <p
        className="veredito-palavra"
        style={{ '--letras': maiorPalavra(palavra) } as CSSProperties}
      >
        {palavra}
      </p>
      <Placa placa={placa} tipo={veiculo?.tipo} largura="var(--largura-placa)" />
      {nivel === 'equivalente' && veiculo && (
        <p className="veredito-gemea">
          Cadastrada como <PlacaTexto placa={formatarPlaca(veiculo.placa)} />
          <Placa placa={veiculo.placa} tipo={veiculo.tipo} decorativa largura={104} />
        </p>
      )}
      {veiculo && (
        <p className="veredito-modelo">
          {[veiculo.modelo, veiculo.cor].filter(Boolean).join(' · ') || 'Modelo não informado'}
        </p>
      )}
      {proprietario && <p className="veredito-dono">{proprietario.nome}</p>}
      {passagem && <p className="veredito-nota">{`Última passagem: ${passagem}`}</p>}
      <SugestoesDePlaca sugestoes={sugestoes} onEscolher={onEscolher} />
    </section>
  );
}
