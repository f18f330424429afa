import type { Cidade } from '@unipark/contract/cidade';
import { classifyPlaca, cleanPlaca } from '@unipark/contract/placa';
import {
  CAMPOS_VEICULO,
  type ChaveVeiculo,
  CORES,
  orderCampos,
  TIPOS,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { type ChangeEvent, Fragment, type ReactNode, type Ref } from 'react';
import { CidadeSelect } from '../../cidades/CidadeSelect.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { SwatchRadios } from '../../ui/form/SwatchRadios.tsx';
import { SelectField } from '../../ui/select/SelectField.tsx';
import { CamposCatalogo } from '../CamposCatalogo.tsx';
import { chooseTipo } from '../catalogo.ts';
import { optionsOf } from '../consulta/filtros.ts';
import { findTinta } from '../cores.ts';
import { Rotulo } from '../Rotulo.tsx';
import type { VeiculoForm } from '../useCampos.ts';
import type { VeiculoDraft } from './registro.ts';
import { SecaoDono } from './SecaoDono.tsx';
import { SecaoPlaca } from './SecaoPlaca.tsx';
import { SecaoStatus } from './SecaoStatus.tsx';

const SECOES = orderCampos('secao');
const TIPOS_OFERECIDOS = [
  { value: '1', label: TIPOS['1'], hint: 'Carros e utilitários pequenos', icon: 'car' },
  { value: '2', label: TIPOS['2'], hint: 'Motos', icon: 'motorcycle' },
  { value: '3', label: TIPOS['3'], hint: 'Caminhões e micro-ônibus', icon: 'truck' },
] as const;
const CORES_OFERECIDAS = CORES.map((cor) => ({ value: cor, label: cor, ...findTinta(cor) }));
/** Half of its line on a wide screen, or the whole line. */
const METADE = 'desktop:col-span-3';
const LINHA = 'desktop:col-span-6';

type Props = {
  campos: VeiculoForm<VeiculoDraft>;
  /** The plate is registered already: its text. */
  ocupada?: string;
  /** The car's record with its other plate. */
  gemea?: Veiculo;
  /** The first card, where the next registration begins. */
  inicio: Ref<HTMLInputElement>;
  /** At the right end of the first section's line. */
  outro: ReactNode;
};

/** The sections in the order of the specification: five rows on a wide screen. */
export function SecoesVeiculo({ campos, ocupada, gemea, inicio, outro }: Props) {
  const { valores: registro, erros, change } = campos;

  const proprias: Partial<Record<ChaveVeiculo, (rotulo: ReactNode) => ReactNode>> = {
    tipo: (label) => (
      <Field group label={label} labelAfter={outro} error={erros.tipo} className={LINHA}>
        {(control) => (
          <RadioCards
            {...control}
            ref={inicio}
            name="tipo"
            options={TIPOS_OFERECIDOS}
            value={registro.tipo as '1' | '2' | '3' | ''}
            onChange={(tipo) => change(chooseTipo(registro, tipo))}
          />
        )}
      </Field>
    ),
    marca: () => (
      <CamposCatalogo
        value={registro}
        onChange={change}
        numerado
        erros={erros}
        className="desktop:col-span-2"
      />
    ),
    modelo: () => null,
    ano: () => null,
    cor: (label) => (
      <Field group label={label} error={erros.cor} className={LINHA}>
        {(control) => (
          <SwatchRadios
            {...control}
            name="cor"
            options={CORES_OFERECIDAS}
            value={registro.cor}
            onChange={(cor) => change({ cor })}
          />
        )}
      </Field>
    ),
    placa: (label) => (
      <SecaoPlaca
        label={label}
        value={registro.placa}
        onChange={(placa) => change({ placa: cleanPlaca(placa) })}
        ocupada={ocupada}
        gemea={gemea}
        erro={erros.placa}
      />
    ),
    cidade: (label) =>
      classifyPlaca(registro.placa) === 'Antiga' ? (
        <SelectField label={label} error={erros.cidade ?? erros.estado} className={METADE}>
          {(control) => (
            <CidadeSelect
              {...control}
              value={getCidade(registro)}
              onChange={(cidade) =>
                change({ cidade: cidade?.nome ?? '', estado: cidade?.estado ?? '' })
              }
            />
          )}
        </SelectField>
      ) : (
        // Keeps its place, so that nothing moves while a plate is typed.
        <div className={`max-desktop:hidden ${METADE}`} />
      ),
    proprietario_matricula: (label) => (
      <div className={`grid gap-x-4 gap-y-6 short:gap-y-4 desktop:grid-cols-2 ${LINHA}`}>
        <SecaoDono label={label} campos={campos}>
          <SecaoStatus
            label={renderRotulo('status')}
            validade={renderRotulo('valido_ate')}
            campos={campos}
          />
        </SecaoDono>
      </div>
    ),
    status: () => null,
    valido_ate: () => null,
  };

  return (
    <div className="grid gap-x-4 gap-y-6 short:gap-y-4 desktop:grid-cols-6">
      {SECOES.map((chave) => {
        const { opcoes } = CAMPOS_VEICULO[chave];
        const label = renderRotulo(chave);
        const renderControl = proprias[chave];
        if (renderControl) return <Fragment key={chave}>{renderControl(label)}</Fragment>;
        return (
          <Field key={chave} label={label} error={erros[chave]} className={METADE}>
            {(control) => {
              const campo = {
                ...control,
                value: registro[chave],
                onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
                  change({ [chave]: target.value }),
              };
              // No choice at first; without one the server sets its default.
              return opcoes ? (
                <NativeSelect {...campo} placeholder="Selecione…" options={optionsOf(opcoes)} />
              ) : (
                <Input {...campo} autoComplete="off" />
              );
            }}
          </Field>
        );
      })}
    </div>
  );
}

function renderRotulo(chave: ChaveVeiculo): ReactNode {
  const { rotulo, pergunta = rotulo, secao } = CAMPOS_VEICULO[chave];
  return <Rotulo numero={secao}>{pergunta}</Rotulo>;
}

const getCidade = ({ cidade, estado }: VeiculoDraft): Cidade | null =>
  cidade ? { nome: cidade, estado: estado as Cidade['estado'] } : null;
