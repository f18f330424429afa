import { CAMPOS_VEICULO, CHAVES_EDICAO, type ChaveEdicao } from '@unipark/contract/veiculo';
import { Fragment, type ReactNode, type RefObject, useEffect } from 'react';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Grid } from '../../ui/layout/Grid.tsx';
import { CamposCatalogo } from '../CamposCatalogo.tsx';
import { CampoValidade } from '../CampoValidade.tsx';
import { chooseTipo } from '../catalogo.ts';
import { OPCOES_TIPO } from '../consulta/filtros.ts';
import type { VeiculoForm } from '../useCampos.ts';
import { hasMotivo, type VeiculoEdit } from './edicao.ts';

type Props = {
  placa: string;
  campos: VeiculoForm<VeiculoEdit>;
  /** The stored reason; undefined while it is not known. */
  motivo: string | undefined;
  /** The field that gets the focus first. */
  inicio: RefObject<HTMLSelectElement | null>;
};

/**
 * Step 1: the plate is read-only, lists depend on each other, other fields are free texts with
 * suggestions.
 */
export function CamposEdicao({ placa, campos, motivo, inicio }: Props) {
  const { valores: edicao, erros, change } = campos;
  // After step 2 the pressed button has disappeared.
  useEffect(() => inicio.current?.focus(), [inicio]);

  const texto = (chave: ChaveEdicao, valor: string, hint?: string, className?: string) => {
    const { rotulo, pergunta = rotulo, opcoes } = CAMPOS_VEICULO[chave];
    return (
      <Field label={pergunta} error={erros[chave]} hint={hint} className={className}>
        {(control) => (
          <>
            <Input
              {...control}
              list={opcoes && `${control.id}-opcoes`}
              autoComplete="off"
              value={valor}
              onChange={({ target }) => change({ [chave]: target.value })}
            />
            {opcoes && (
              <datalist id={`${control.id}-opcoes`}>
                {opcoes.map((opcao) => (
                  <option key={opcao} value={opcao} />
                ))}
              </datalist>
            )}
          </>
        )}
      </Field>
    );
  };
  const proprios: Partial<Record<ChaveEdicao, () => ReactNode>> = {
    tipo: () => (
      <Field label={CAMPOS_VEICULO.tipo.rotulo} error={erros.tipo}>
        {(control) => (
          <NativeSelect
            {...control}
            ref={inicio}
            placeholder="Não informado"
            options={OPCOES_TIPO}
            value={edicao.tipo}
            onChange={({ target }) => change(chooseTipo(edicao, target.value))}
          />
        )}
      </Field>
    ),
    marca: () => <CamposCatalogo value={edicao} onChange={change} erros={erros} />,
    modelo: () => null,
    ano: () => null,
    motivo: () =>
      hasMotivo(edicao) &&
      texto(
        'motivo',
        edicao.motivo ?? motivo ?? '',
        motivo === undefined && edicao.motivo === undefined
          ? 'O motivo atual não pôde ser lido e fica como está, a menos que você escreva outro.'
          : 'Aparece na portaria, junto do status.',
        'tablet:col-span-2',
      ),
    valido_ate: () => (
      <CampoValidade
        label={CAMPOS_VEICULO.valido_ate.rotulo}
        value={edicao.valido_ate}
        error={erros.valido_ate}
        onChange={(valido_ate) => change({ valido_ate })}
      />
    ),
  };

  return (
    <Grid columns={2}>
      <Field label={CAMPOS_VEICULO.placa.rotulo}>
        {(control) => <Input {...control} value={placa} readOnly face="plate" />}
      </Field>
      {CHAVES_EDICAO.map((chave) => (
        <Fragment key={chave}>
          {proprios[chave] ? proprios[chave]() : texto(chave, edicao[chave] ?? '')}
        </Fragment>
      ))}
    </Grid>
  );
}
