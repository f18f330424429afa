import type { Cidade } from '@unipark/contract/cidade';
import { CAMPOS_VEICULO, type Veiculo } from '@unipark/contract/veiculo';
import { CidadeSelect } from '../cidades/CidadeSelect.tsx';
import { Button } from '../ui/button/Button.tsx';
import { ConflictDialog } from '../ui/dialog/ConflictDialog.tsx';
import { NAO_INFORMADO, VEICULO_ALTERADO } from '../veiculos/rotulos.ts';
import { FormularioDaParte } from './FormularioDaParte.tsx';
import { Secao } from './Secao.tsx';
import type { PartState } from './useParte.ts';

type Props = {
  veiculo: Veiculo;
  parte: PartState;
  /** The city that the drawn plate shows. */
  escolhida: Cidade | null;
  onChoose: (cidade: Cidade | null) => void;
};

export const getCidade = ({ cidade, estado }: Veiculo): Cidade | null =>
  cidade && estado ? { nome: cidade, estado } : null;

const formatCidade = (cidade: Cidade | null): string =>
  cidade ? `${cidade.nome} - ${cidade.estado}` : NAO_INFORMADO;

/** The city of an old plate, and the only place where it is changed. */
export function CidadeDaPlaca({ veiculo, parte, escolhida, onChoose }: Props) {
  const atual = getCidade(veiculo);
  const save = () =>
    parte.save({
      corpo: { cidade: escolhida?.nome ?? null, estado: escolhida?.estado ?? null },
    });
  return (
    <Secao
      titulo={CAMPOS_VEICULO.cidade.rotulo}
      acao={
        !parte.editando && (
          <Button
            icon="pencil"
            autoFocus={parte.fechada}
            onClick={() => {
              onChoose(atual);
              parte.open();
            }}
          >
            {atual ? 'Alterar cidade' : 'Informar cidade'}
          </Button>
        )
      }
    >
      {parte.editando ? (
        <FormularioDaParte
          parte={parte}
          label={CAMPOS_VEICULO.cidade.pergunta ?? ''}
          podeSalvar={formatCidade(escolhida) !== formatCidade(atual)}
          onSave={save}
        >
          {(control) => (
            <CidadeSelect {...control} autoFocus value={escolhida} onChange={onChoose} />
          )}
        </FormularioDaParte>
      ) : (
        <p className={atual ? undefined : 'text-muted'}>{formatCidade(atual)}</p>
      )}
      {parte.atual && (
        <ConflictDialog
          title={VEICULO_ALTERADO}
          rows={[
            {
              label: CAMPOS_VEICULO.cidade.rotulo,
              mine: formatCidade(escolhida),
              current: formatCidade(getCidade(parte.atual)),
            },
          ]}
          busy={parte.enviando}
          onMine={save}
          onCurrent={parte.close}
          onBack={parte.dismiss}
        />
      )}
    </Secao>
  );
}
