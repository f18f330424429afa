import { CORES, STATUS_OFERECIDOS, TIPOS } from '@unipark/contract/veiculo';
import { type RefObject, useEffect, useId } from 'react';
import { Field } from '../../ui/Field.tsx';
import { Grid } from '../../ui/Grid.tsx';
import { Input } from '../../ui/Input.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { CamposCatalogo } from '../CamposCatalogo.tsx';
import { escolherTipo } from '../catalogo.ts';
import type { Erros } from '../erros.ts';
import { CampoMotivo } from './CampoMotivo.tsx';
import { type Edicao, temMotivo } from './edicao.ts';

type Props = {
  placa: string;
  edicao: Edicao;
  onChange: (edicao: Edicao) => void;
  erros: Erros;
  /** The reason that the register holds; undefined while it is not known. */
  motivo: string | undefined;
  /** Where the cursor starts. */
  inicio: RefObject<HTMLSelectElement | null>;
};

const TIPOS_ESCOLHA = Object.entries(TIPOS).map(([value, label]) => ({ value, label }));

/** Step 1: plate read-only, dependent lists, colour and status as free text with suggestions. */
export function CamposEdicao({ placa, edicao, onChange, erros, motivo, inicio }: Props) {
  const cores = useId();
  const status = useId();
  // Coming back from step 2, the button that was pressed is gone.
  useEffect(() => inicio.current?.focus(), [inicio]);

  return (
    <Grid columns={2}>
      <Field label="Placa">
        {(control) => <Input {...control} value={placa} readOnly face="plate" />}
      </Field>
      <Field label="Tipo" error={erros.tipo}>
        {(control) => (
          <NativeSelect
            {...control}
            ref={inicio}
            placeholder="Não informado"
            options={TIPOS_ESCOLHA}
            value={edicao.tipo}
            onChange={(event) => onChange(escolherTipo(edicao, event.target.value))}
          />
        )}
      </Field>
      <CamposCatalogo value={edicao} onChange={onChange} erros={erros} />
      <Field label="Cor" error={erros.cor}>
        {(control) => (
          <Input
            {...control}
            list={cores}
            autoComplete="off"
            value={edicao.cor}
            onChange={(event) => onChange({ ...edicao, cor: event.target.value })}
          />
        )}
      </Field>
      <Field label="Status" error={erros.status}>
        {(control) => (
          <Input
            {...control}
            list={status}
            autoComplete="off"
            value={edicao.status}
            onChange={(event) => onChange({ ...edicao, status: event.target.value })}
          />
        )}
      </Field>
      {temMotivo(edicao) && (
        <CampoMotivo
          value={edicao.motivo ?? motivo ?? ''}
          desconhecido={motivo === undefined && edicao.motivo === undefined}
          onChange={(texto) => onChange({ ...edicao, motivo: texto })}
          erro={erros.motivo}
        />
      )}
      <Sugestoes id={cores} valores={CORES} />
      <Sugestoes id={status} valores={STATUS_OFERECIDOS} />
    </Grid>
  );
}

function Sugestoes({ id, valores }: { id: string; valores: readonly string[] }) {
  return (
    <datalist id={id}>
      {valores.map((valor) => (
        <option key={valor} value={valor} />
      ))}
    </datalist>
  );
}
