import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import {
  type Alteracao,
  camposDe,
  placaDe,
  rotuloAcao,
  rotuloCampo,
  rotuloValor,
} from './linhaDoTempo.ts';

/** A change in the register: what, by whom, each field before and after. */
export function AlteracaoNaLinha({ alteracao }: { alteracao: Alteracao }) {
  const { quem } = alteracao;
  const campos = camposDe(alteracao);
  const placa = placaDe(alteracao);
  return (
    <div className="tempo-conteudo">
      <p className="font-semibold">
        {rotuloAcao(alteracao)}
        {quem && <span className="font-normal text-muted"> por {quem}</span>}
      </p>
      {placa && (
        <p className="text-sm text-muted">
          Com a placa <PlacaTexto placa={placa} />
        </p>
      )}
      {campos.length > 0 && (
        <dl className="text-sm">
          {campos.map(({ campo, antes, depois }) => (
            <div key={campo} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{rotuloCampo(campo)}:</dt>
              <dd className="wrap-anywhere">
                {antes !== null && `${rotuloValor(campo, antes)} → `}
                {rotuloValor(campo, depois)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
