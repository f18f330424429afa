import { useMutation } from '@tanstack/react-query';
import { CAMPOS_IMPORTACAO, type Importacao } from '@unipark/contract/importacao';
import { useState } from 'react';
import { asApiError } from '../lib/wire/errors.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { NativeSelect } from '../ui/form/NativeSelect.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { chooseColunas } from './api.ts';
import { Descartar } from './Descartar.tsx';
import { labelOf } from './textos.ts';

type Props = { importacao: Importacao; onDone: () => void };

/** The second step: the field of each column, with samples. */
export function EscolherColunas({ importacao, onDone }: Props) {
  const { id, tipo, colunas, nome } = importacao;
  const [campos, setCampos] = useState(() => colunas.map(({ campo }) => campo));
  const [apagar, setApagar] = useState(importacao.apagar_vazias);
  const { mutate, isPending, error } = useMutation(chooseColunas(id));
  const frase = error ? asApiError(error).mensagem : importacao.erro;
  const faltam = CAMPOS_IMPORTACAO[tipo].filter(
    ({ campo, obrigatorio }) => obrigatorio && !campos.includes(campo),
  );

  /** A field belongs to one column: the one before gives it up. */
  const choose = (coluna: number, campo: string | null): void =>
    setCampos((antes) =>
      antes.map((dela, i) => (i === coluna ? campo : dela === campo ? null : dela)),
    );

  return (
    <Panel title="Colunas">
      <p className="text-muted">{`Confira o campo de cada coluna de ${nome}. A escolha é lembrada para arquivos com os mesmos títulos.`}</p>
      <ul className="flex flex-col">
        {colunas.map(({ letra, titulo, amostras }, i) => (
          <li
            key={letra}
            className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-b border-border py-2 last:border-0 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_16rem]"
          >
            <span className="font-semibold wrap-anywhere">{`${letra} · ${titulo || 'Sem título'}`}</span>
            <span className="truncate text-sm text-muted">{amostras.join(' · ') || 'Vazia'}</span>
            <NativeSelect
              aria-label={`Campo da coluna ${letra}, ${titulo || 'sem título'}`}
              placeholder="Não importar"
              value={campos[i] ?? ''}
              onChange={(event) => choose(i, event.target.value || null)}
              options={CAMPOS_IMPORTACAO[tipo].map(({ campo, obrigatorio }) => ({
                value: campo,
                label: `${labelOf(tipo, campo)}${obrigatorio ? ' (obrigatório)' : ''}`,
              }))}
            />
          </li>
        ))}
      </ul>
      <Checkbox
        label="Células vazias apagam o valor que está no cadastro"
        checked={apagar}
        onChange={(event) => setApagar(event.target.checked)}
      />
      {faltam.length > 0 && (
        <Alert tone="warning" role="status">
          {`Falta a coluna de ${faltam.map(({ rotulo }) => rotulo).join(' e de ')}.`}
        </Alert>
      )}
      {frase && (
        <Alert tone="danger" role="alert">
          {frase}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-tablet:*:grow">
        {importacao.parte === null && <Descartar importacao={importacao} />}
        <ButtonLink to={`/importar?tipo=${tipo}`}>Voltar</ButtonLink>
        <Button
          variant="primary"
          iconAfter="arrow-right"
          loading={isPending}
          disabled={faltam.length > 0}
          onClick={() => mutate({ campos, apagar_vazias: apagar }, { onSuccess: onDone })}
        >
          Ver prévia
        </Button>
      </div>
    </Panel>
  );
}
