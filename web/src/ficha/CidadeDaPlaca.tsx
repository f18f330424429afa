import type { Cidade } from '@unipark/contract/cidade';
import type { Veiculo } from '@unipark/contract/veiculo';
import { CidadeSelect } from '../cidades/CidadeSelect.tsx';
import { Button } from '../ui/Button.tsx';
import { NAO_INFORMADO } from '../veiculos/rotulos.ts';
import { ConflitoDaParte } from './ConflitoDaParte.tsx';
import { FormularioDaParte } from './FormularioDaParte.tsx';
import { Secao } from './Secao.tsx';
import type { Parte } from './useParte.ts';

type Props = {
  veiculo: Veiculo;
  parte: Parte;
  /** The one that the drawn plate shows by now. */
  escolhida: Cidade | null;
  onEscolher: (cidade: Cidade | null) => void;
};

export const cidadeDe = ({ cidade, estado }: Veiculo): Cidade | null =>
  cidade && estado ? { nome: cidade, estado } : null;

const dizer = (cidade: Cidade | null): string =>
  cidade ? `${cidade.nome} - ${cidade.estado}` : NAO_INFORMADO;

/** The line of an old plate; the one place where it is changed. */
export function CidadeDaPlaca({ veiculo, parte, escolhida, onEscolher }: Props) {
  const atual = cidadeDe(veiculo);
  const conflito = parte.conflito;
  return (
    <Secao
      titulo="Cidade"
      acao={
        !parte.editando && (
          <Button
            icon="pencil"
            autoFocus={parte.fechada}
            onClick={() => {
              onEscolher(atual);
              parte.abrir();
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
          label="Cidade (opcional, apenas para visual):"
          podeSalvar={dizer(escolhida) !== dizer(atual)}
          onSalvar={() =>
            parte.salvar({
              corpo: { cidade: escolhida?.nome ?? null, estado: escolhida?.estado ?? null },
            })
          }
        >
          {(control) => (
            <CidadeSelect {...control} autoFocus value={escolhida} onChange={onEscolher} />
          )}
        </FormularioDaParte>
      ) : (
        <p className={atual ? undefined : 'text-muted'}>{dizer(atual)}</p>
      )}
      {conflito && (
        <ConflitoDaParte
          parte={parte}
          label="Cidade"
          minha={dizer(escolhida)}
          atual={dizer(cidadeDe(conflito.atual))}
        />
      )}
    </Secao>
  );
}
