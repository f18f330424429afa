import type { Cidade } from '@unipark/contract/cidade';
import { classifyPlaca, cleanPlaca } from '@unipark/contract/placa';
import {
  CAMPOS_VEICULO,
  type ChaveVeiculo,
  CORES,
  orderCampos,
  TIPOS,
} from '@unipark/contract/veiculo';
import { type ChangeEvent, Fragment, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';
import { CidadeSelect } from '../../cidades/CidadeSelect.tsx';
import {
  type ProprietarioOption,
  ProprietarioSelect,
} from '../../proprietarios/ProprietarioSelect.tsx';
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
import { SecaoPlaca } from './SecaoPlaca.tsx';
import { usePlacaConferida } from './usePlacaConferida.ts';

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
  /** The plate that the server has just refused. */
  duplicada?: string;
  /** No more lookups of the plate: it is about to be registered. */
  confirmando: boolean;
  /** The first card, where the next registration begins. */
  inicio: Ref<HTMLInputElement>;
};

/** The sections in the order of the specification: five rows on a wide screen. */
export function SecoesVeiculo({ campos, duplicada, confirmando, inicio }: Props) {
  const { valores: registro, erros, change } = campos;
  const { ocupada, gemea } = usePlacaConferida(confirmando ? '' : registro.placa);

  const proprias: Partial<Record<ChaveVeiculo, (rotulo: ReactNode) => ReactNode>> = {
    tipo: (label) => (
      <Field group label={label} error={erros.tipo} className={LINHA}>
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
        ocupada={duplicada ?? ocupada}
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
      <SelectField
        label={label}
        labelAfter={<Link to="/proprietarios/cadastrar">Cadastrar novo proprietário</Link>}
        error={erros.proprietario_matricula}
        className={METADE}
      >
        {(control) => (
          <ProprietarioSelect
            {...control}
            value={getDono(registro)}
            onChange={(dono) =>
              change({
                proprietario_matricula: dono?.matricula ?? '',
                proprietario_nome: dono?.nome ?? '',
              })
            }
          />
        )}
      </SelectField>
    ),
  };

  return (
    <div className="grid gap-x-4 gap-y-6 desktop:grid-cols-6">
      {SECOES.map((chave) => {
        const { rotulo, pergunta = rotulo, secao, opcoes } = CAMPOS_VEICULO[chave];
        const label = <Rotulo numero={secao}>{pergunta}</Rotulo>;
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

const getCidade = ({ cidade, estado }: VeiculoDraft): Cidade | null =>
  cidade ? { nome: cidade, estado: estado as Cidade['estado'] } : null;

const getDono = (registro: VeiculoDraft): ProprietarioOption | null =>
  registro.proprietario_matricula
    ? { matricula: registro.proprietario_matricula, nome: registro.proprietario_nome }
    : null;
