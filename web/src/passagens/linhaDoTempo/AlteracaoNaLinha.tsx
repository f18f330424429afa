import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import {
  type AlteracaoDoVeiculo,
  formatAcao,
  formatNomeCampo,
  formatPlacaOfAlteracao,
  formatValor,
  listCampos,
} from './linhaDoTempo.ts';

export function AlteracaoNaLinha({ alteracao }: { alteracao: AlteracaoDoVeiculo }) {
  const { quem } = alteracao;
  const campos = listCampos(alteracao);
  const placa = formatPlacaOfAlteracao(alteracao);
  return (
    <div className="tempo-conteudo">
      <p className="font-semibold">
        {formatAcao(alteracao)}
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
              <dt className="text-muted">{formatNomeCampo(campo)}:</dt>
              <dd className="wrap-anywhere">
                {antes !== null && `${formatValor(campo, antes)} → `}
                {formatValor(campo, depois)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
