import { useQuery } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '../lib/format.ts';
import { veiculosDe } from '../proprietarios/api.ts';
import { type Dono, ProprietarioSelect } from '../proprietarios/ProprietarioSelect.tsx';
import { Button } from '../ui/Button.tsx';
import { NAO_INFORMADO } from '../veiculos/rotulos.ts';
import { ConflitoDoDono } from './ConflitoDoDono.tsx';
import { FormularioDaParte } from './FormularioDaParte.tsx';
import { Secao } from './Secao.tsx';
import type { Parte } from './useParte.ts';

/** Whose the vehicle is; the one place where that is changed. */
export function DonoDoVeiculo({ dados, parte }: { dados: Ficha; parte: Parte }) {
  const { proprietario } = dados;
  const [escolhido, setEscolhido] = useState<Dono | null>(null);
  const salvar = (dono: Dono | null) =>
    parte.salvar({
      corpo: { proprietario_matricula: dono?.matricula ?? null },
      mostrar: { proprietario: dono },
    });

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
              parte.abrir();
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
          onSalvar={() => salvar(escolhido)}
          outra={
            proprietario && (
              <Button
                variant="ghost"
                icon="x"
                className="mr-auto max-tablet:basis-full max-tablet:justify-start"
                disabled={parte.enviando}
                onClick={() => salvar(null)}
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
      {parte.conflito && <ConflitoDoDono parte={parte} minha={parte.conflito.minha.mostrar} />}
    </Secao>
  );
}

/** The owner's other vehicles, in the list. */
function OutrosVeiculos({ matricula }: { matricula: string }) {
  const { data: total } = useQuery(veiculosDe(matricula));
  if (!total || total < 2) return null;
  return (
    <Link
      to={`/veiculos/consultar?q=${encodeURIComponent(matricula)}`}
      className="block w-fit py-1 text-sm"
    >
      Tem mais {count(total - 1, 'veículo', 'veículos')}
    </Link>
  );
}
