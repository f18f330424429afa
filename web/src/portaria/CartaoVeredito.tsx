import {
  formatStatus,
  NAO_CADASTRADO,
  type Sugestao,
  type Veredito,
} from '@unipark/contract/passagem';
import { formatPlaca, isPlacaValida } from '@unipark/contract/placa';
import { isProibido, STATUS_PADRAO } from '@unipark/contract/veiculo';
import { VISITANTE } from '@unipark/contract/visitante';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { hour, recentHour, sameDay } from '../lib/time/format.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { iconOfStatus } from '../passagens/status.ts';
import { Icon } from '../ui/Icon.tsx';
import { formatLinhaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaComparada } from '../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { formatUltimaPassagem, formatVeredito, isVerde, measureWord } from './veredito.ts';

type CartaoVereditoProps = {
  veredito: Veredito;
  /** The time of the stored register that gave the answer. */
  de?: number | undefined;
  onChoose: (sugestao: Sugestao) => void;
};

/** Which copy of the register answers. */
const sayCadastro = (de: number, agora: number): string =>
  sameDay(de, agora) ? `Cadastro das ${hour(de)}` : `Cadastro de ${recentHour(de, agora)}`;

/** What a pass would change: the copy has none. */
const isTalvezVisitante = (status: string): boolean =>
  [NAO_CADASTRADO, STATUS_PADRAO].some((um) => um.toUpperCase() === status.toUpperCase());

/** The answer, readable from three metres: green only for Ativo; the icon tells the kinds of red apart. */
export function CartaoVeredito({ veredito, de, onChoose }: CartaoVereditoProps) {
  const { placa, status, nivel, veiculo, proprietario, sugestoes } = veredito;
  const palavra = status.toUpperCase();
  const passagem = formatUltimaPassagem(veredito);
  // Without a server nothing can be registered, nor ever a plate of another form.
  const podeCadastrar = de === undefined && isPlacaValida(placa);
  const linha = formatLinhaPlaca(veiculo?.cidade, veiculo?.estado);
  return (
    <section
      className="veredito on-card"
      aria-label={formatVeredito(veredito)}
      data-tom={isVerde(veredito) ? 'ativo' : 'nao-ativo'}
      role={isProibido(status) ? 'alert' : undefined}
    >
      {de !== undefined && (
        <p className="veredito-nota">
          {sayCadastro(de, serverNow())}
          {isTalvezVisitante(status) && ', sem os passes de visitantes'}
        </p>
      )}
      <Icon name={iconOfStatus(status)} className="veredito-icone" />
      <p className="veredito-palavra" style={measureWord(palavra) as CSSProperties}>
        {palavra}
      </p>
      {veiculo?.motivo && (
        <p className="veredito-motivo">
          {palavra === VISITANTE ? veiculo.motivo : `Motivo: ${veiculo.motivo}`}
        </p>
      )}
      {nivel === 'equivalente' && veiculo ? (
        <div className="veredito-gemeas" data-moto={veiculo.tipo === '2' || undefined}>
          <Gemea rotulo="Lida" placa={placa} tipo={veiculo.tipo} linha={linha} />
          <Gemea rotulo="Cadastrada" placa={veiculo.placa} tipo={veiculo.tipo} linha={linha} />
        </div>
      ) : (
        <Placa placa={placa} tipo={veiculo?.tipo} linha={linha} largura={widthOf(veiculo?.tipo)} />
      )}
      {veiculo && (
        <p className="veredito-modelo">
          {[veiculo.modelo, veiculo.cor].filter(Boolean).join(' · ') || 'Modelo não informado'}
        </p>
      )}
      {proprietario && <p className="veredito-dono">{proprietario.nome}</p>}
      {passagem && <p className="veredito-nota">{`Última passagem: ${passagem}`}</p>}
      {nivel !== 'exata' && nivel !== 'equivalente' && (
        <div className="veredito-saidas">
          <SugestoesDePlaca lida={placa} sugestoes={sugestoes} onChoose={onChoose} />
          {podeCadastrar && status === NAO_CADASTRADO && (
            <Link
              className="veredito-cadastrar"
              to={`/visitantes?placa=${encodeURIComponent(placa)}`}
            >
              <Icon name="plus" size={20} />
              Visitante
            </Link>
          )}
          {podeCadastrar && (
            <Link
              className="veredito-cadastrar"
              to={`/veiculos/cadastrar?placa=${encodeURIComponent(placa)}`}
            >
              <Icon name="plus" size={20} />
              {'Cadastrar '}
              <PlacaTexto placa={placa} className="text-xl" />
            </Link>
          )}
        </div>
      )}
    </section>
  );
}

/** A motorcycle's plate is nearly square: at the width of the others it would take too much height. */
const widthOf = (tipo: string | null | undefined) =>
  tipo === '2' ? 'var(--largura-moto)' : 'var(--largura-placa)';

type GemeaProps = {
  rotulo: string;
  placa: string;
  tipo: string | null;
  linha: string | undefined;
};

function Gemea({ rotulo, placa, tipo, linha }: GemeaProps) {
  return (
    <figure>
      <Placa placa={placa} tipo={tipo} linha={linha} decorativa />
      <figcaption>
        {`${rotulo}: `}
        <PlacaTexto placa={formatPlaca(placa)} />
      </figcaption>
    </figure>
  );
}

type SugestoesDePlacaProps = {
  /** The typed plate, beside which the registered ones are compared. */
  lida: string;
  sugestoes: readonly Sugestao[];
  onChoose: (sugestao: Sugestao) => void;
};

/** More suggestions would not help a person with a car in front of them. */
const MAXIMO = 3;

function SugestoesDePlaca({ lida, sugestoes, onChoose }: SugestoesDePlacaProps) {
  if (sugestoes.length === 0) return null;
  return (
    <ul className="veredito-sugestoes">
      {sugestoes.slice(0, MAXIMO).map((sugestao) => (
        <li key={sugestao.placa}>
          <button type="button" onClick={() => onChoose(sugestao)}>
            <span>
              {'Parecida: '}
              <PlacaComparada placa={sugestao.placa} lida={lida} className="text-xl" />
            </span>
            <span>
              {[sugestao.modelo, formatStatus(sugestao.status)].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
