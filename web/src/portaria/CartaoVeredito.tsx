import type { Sugestao, Veredito } from '@unipark/contract/passagem';
import { formatarPlaca } from '@unipark/contract/placa';
import { ehProibido } from '@unipark/contract/veiculo';
import type { CSSProperties } from 'react';
import { hour } from '../lib/format.ts';
import { iconeDoStatus } from '../passagens/status.ts';
import { Icon } from '../ui/Icon.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
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
  const palavra = status.toUpperCase();
  const passagem = ultimaPassagem(veredito);
  const linha = linhaDaPlaca(veiculo?.cidade, veiculo?.estado);
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
      {veiculo?.motivo && <p className="veredito-motivo">{`Motivo: ${veiculo.motivo}`}</p>}
      {nivel === 'equivalente' && veiculo ? (
        <div className="veredito-gemeas" data-moto={veiculo.tipo === '2' || undefined}>
          <Gemea rotulo="Lida" placa={placa} tipo={veiculo.tipo} linha={linha} />
          <Gemea rotulo="Cadastrada" placa={veiculo.placa} tipo={veiculo.tipo} linha={linha} />
        </div>
      ) : (
        <Placa
          placa={placa}
          tipo={veiculo?.tipo}
          linha={linha}
          largura={larguraDe(veiculo?.tipo)}
        />
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

/** A motorcycle's plate is nearly square: as wide as the others it would push the rest away. */
const larguraDe = (tipo: string | null | undefined) =>
  tipo === '2' ? 'var(--largura-moto)' : 'var(--largura-placa)';

type GemeaProps = {
  rotulo: string;
  placa: string;
  tipo: string | null;
  linha: string | undefined;
};

/** The old and the Mercosul plate of one car, each with its text. */
function Gemea({ rotulo, placa, tipo, linha }: GemeaProps) {
  return (
    <figure>
      <Placa placa={placa} tipo={tipo} linha={linha} decorativa />
      <figcaption>
        {`${rotulo}: `}
        <PlacaTexto placa={formatarPlaca(placa)} />
      </figcaption>
    </figure>
  );
}
