import { useMutation } from '@tanstack/react-query';
import type { LinhaImportada, TipoImportacao } from '@unipark/contract/importacao';
import { useId } from 'react';
import { Input } from '../ui/form/Input.tsx';
import { Icon } from '../ui/Icon.tsx';
import { correctLinha, type PaginaLinhas } from './api.ts';
import { formatValor, labelOf } from './textos.ts';

type CelulaProps = {
  importacao: number;
  pagina: PaginaLinhas;
  linha: LinhaImportada;
  coluna: number;
  letra: string;
  tipo: TipoImportacao;
  campo: string;
};

/** A cell of the preview: its text, what it changes, or its error with a field to correct it. */
export function Celula(props: CelulaProps) {
  const { linha, coluna, letra, tipo, campo } = props;
  const texto = linha.celulas[coluna] ?? '';
  const erro = linha.erros[coluna];
  const original = linha.originais[coluna];
  const aviso = linha.avisos[coluna];
  const mudanca = linha.mudancas.find((dela) => dela.campo === campo);
  if (erro !== undefined) return <CelulaComErro {...props} key={texto} texto={texto} erro={erro} />;
  const lugar = `célula ${letra}${linha.linha}`;
  return (
    <span className="flex flex-col gap-0.5 py-1">
      <span className={campo === 'placa' ? 'font-plate font-semibold tracking-wide' : undefined}>
        {texto}
      </span>
      {mudanca && (
        <Nota>{`${formatValor(tipo, campo, mudanca.antes)} → ${formatValor(tipo, campo, mudanca.depois)}`}</Nota>
      )}
      {original !== undefined && (
        <Nota tone="text-positive" icon="check">{`Era ${original || 'vazia'} · ${lugar}`}</Nota>
      )}
      {aviso && <Nota tone="text-chip-warning" icon="warning">{`${aviso} · ${lugar}`}</Nota>}
    </span>
  );
}

type NotaProps = { id?: string; tone?: string; icon?: 'check' | 'warning'; children: string };

function Nota({ id, tone = 'text-muted', icon, children }: NotaProps) {
  return (
    <span id={id} className={`flex max-w-64 items-start gap-1 text-xs whitespace-normal ${tone}`}>
      {icon && <Icon name={icon} size={14} className="mt-px" />}
      {children}
    </span>
  );
}

type CelulaComErroProps = CelulaProps & { texto: string; erro: string };

/** Enter and leaving the field send the new text; Escape gives the old one back. */
function CelulaComErro(props: CelulaComErroProps) {
  const { importacao, pagina, linha, coluna, letra, tipo, campo, texto, erro } = props;
  const nota = useId();
  const { mutate, isPending } = useMutation(correctLinha(importacao, pagina));
  const save = (novo: string): void => {
    if (novo !== texto && !isPending) mutate({ linha: linha.linha, celulas: { [coluna]: novo } });
  };
  return (
    <span className="flex min-w-40 flex-col gap-1 py-1.5">
      <Input
        defaultValue={texto}
        aria-label={`${labelOf(tipo, campo)} da linha ${linha.linha}`}
        aria-invalid
        aria-describedby={nota}
        readOnly={isPending}
        maxLength={1_000}
        autoComplete="off"
        className="bg-chip-negative-bg!"
        onBlur={(event) => save(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(event.currentTarget.value);
          if (event.key === 'Escape') event.currentTarget.value = texto;
        }}
      />
      <Nota id={nota} tone="text-danger font-semibold" icon="warning">
        {`${erro.replace(/\.$/, '')} · célula ${letra}${linha.linha}`}
      </Nota>
    </span>
  );
}
