import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { CamposAlterados } from './CamposAlterados.tsx';
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
      <CamposAlterados campos={campos} formatNome={formatNomeCampo} formatValor={formatValor} />
    </div>
  );
}
