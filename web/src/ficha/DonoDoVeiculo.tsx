import { useQuery } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { CAMPOS_VEICULO } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '../lib/time/format.ts';
import {
  pathOfVeiculos,
  proprietarioQuery as umProprietario,
  veiculosCountQuery,
} from '../proprietarios/api.ts';
import {
  type ProprietarioOption,
  ProprietarioSelect,
} from '../proprietarios/ProprietarioSelect.tsx';
import { Button } from '../ui/button/Button.tsx';
import { ConflictDialog } from '../ui/dialog/ConflictDialog.tsx';
import { NAO_INFORMADO, VEICULO_ALTERADO } from '../veiculos/rotulos.ts';
import { FormularioDaParte } from './FormularioDaParte.tsx';
import { Secao } from './Secao.tsx';
import type { PartState } from './useParte.ts';

const formatDono = (nome = '', matricula = ''): string =>
  [nome, matricula].filter(Boolean).join(' · ') || NAO_INFORMADO;

/** The owner of the vehicle, and the only place where it is changed. */
export function DonoDoVeiculo({ dados, parte }: { dados: Ficha; parte: PartState }) {
  const { proprietario } = dados;
  const [escolhido, setEscolhido] = useState<ProprietarioOption | null>(null);
  /** The owner that was last sent; null: none. */
  const [enviado, setEnviado] = useState<ProprietarioOption | null>(null);
  // Another edit names its owner by the matrícula alone.
  const matricula = parte.atual?.proprietario_matricula ?? '';
  const { data: outro } = useQuery(umProprietario(matricula));
  const save = (dono: ProprietarioOption | null) => {
    setEnviado(dono);
    parte.save({
      corpo: { proprietario_matricula: dono?.matricula ?? null },
      mostrar: { proprietario: dono },
    });
  };

  return (
    <Secao
      titulo="Proprietário"
      acao={
        !parte.editando && (
          <Button
            icon="pencil"
            autoFocus={parte.fechada}
            onClick={() => {
              setEscolhido(null);
              parte.open();
            }}
          >
            {proprietario ? 'Trocar proprietário' : 'Informar proprietário'}
          </Button>
        )
      }
    >
      {proprietario ? (
        <p className="wrap-anywhere">
          <span className="font-semibold">{proprietario.nome}</span> · {proprietario.matricula}
          <OutrosVeiculos matricula={proprietario.matricula} />
        </p>
      ) : (
        <p className="text-muted">{NAO_INFORMADO}</p>
      )}
      {parte.editando && (
        <FormularioDaParte
          parte={parte}
          label="Novo proprietário"
          labelAfter={<Link to="/proprietarios/cadastrar">Cadastrar novo proprietário</Link>}
          podeSalvar={escolhido !== null}
          onSave={() => save(escolhido)}
          outra={
            proprietario && (
              <Button
                variant="ghost"
                icon="x"
                className="mr-auto max-tablet:basis-full max-tablet:justify-start"
                disabled={parte.enviando}
                onClick={() => save(null)}
              >
                Remover proprietário
              </Button>
            )
          }
        >
          {(control) => (
            <ProprietarioSelect {...control} autoFocus value={escolhido} onChange={setEscolhido} />
          )}
        </FormularioDaParte>
      )}
      {parte.atual && (
        <ConflictDialog
          title={VEICULO_ALTERADO}
          rows={[
            {
              label: CAMPOS_VEICULO.proprietario_matricula.rotulo,
              mine: formatDono(enviado?.nome, enviado?.matricula),
              current: formatDono(outro?.nome, matricula),
            },
          ]}
          busy={parte.enviando}
          onMine={() => save(enviado)}
          onCurrent={parte.close}
          onBack={parte.dismiss}
        />
      )}
    </Secao>
  );
}

/** Its line is there before the number is known: nothing below it moves. */
function OutrosVeiculos({ matricula }: { matricula: string }) {
  const { data: total } = useQuery(veiculosCountQuery(matricula));
  return (
    <span className="block min-h-7 py-1 text-sm">
      {total && total > 1 ? (
        <Link to={pathOfVeiculos(matricula)}>
          Tem mais {count(total - 1, 'veículo', 'veículos')}
        </Link>
      ) : (
        <span className="text-muted">{total === 1 && 'Nenhum outro veículo'}</span>
      )}
    </span>
  );
}
