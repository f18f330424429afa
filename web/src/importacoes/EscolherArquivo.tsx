import { useMutation } from '@tanstack/react-query';
import {
  IMPORTACAO_MAXIMA,
  LINHAS_IMPORTACAO,
  type TipoImportacao,
} from '@unipark/contract/importacao';
import { type DragEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { number } from '../lib/time/format.ts';
import { asApiError } from '../lib/wire/errors.ts';
import { Button } from '../ui/button/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { createImportacao, downloadModelo } from './api.ts';
import { Recentes } from './Recentes.tsx';

const TIPOS = [
  { value: 'veiculos', label: 'Veículos', icon: 'car' },
  { value: 'proprietarios', label: 'Proprietários', icon: 'users' },
] as const;

/** The first step: what the file has, and the file. */
export function EscolherArquivo({
  tipo,
  erro,
}: {
  tipo: TipoImportacao;
  erro?: string | undefined;
}) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(createImportacao);
  const modelo = useMutation(downloadModelo);
  const [recusa, setRecusa] = useState(erro);
  const frase = error ? asApiError(error).mensagem : recusa;

  function send(arquivo: File | undefined): void {
    if (!arquivo || isPending) return;
    setRecusa(undefined);
    if (arquivo.size > IMPORTACAO_MAXIMA) {
      setRecusa('O arquivo tem mais de 20 MB. Divida em arquivos menores.');
      return;
    }
    mutate({ tipo, arquivo }, { onSuccess: ({ id }) => navigate(`/importar/${id}`) });
  }

  return (
    <>
      <Panel>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label="O que o arquivo tem"
            name="tipo"
            options={TIPOS}
            value={tipo}
            onChange={(novo) => {
              const outros = new URLSearchParams(params);
              outros.set('tipo', novo);
              setParams(outros, { replace: true });
            }}
          />
          <Button icon="download" loading={modelo.isPending} onClick={() => modelo.mutate(tipo)}>
            Baixar modelo
          </Button>
        </div>
        <SoltarArquivo onChoose={send} ocupado={isPending} />
        {frase && (
          <Alert tone="danger" role="alert">
            {frase}
          </Alert>
        )}
      </Panel>
      <Recentes />
    </>
  );
}

type SoltarArquivoProps = { onChoose: (arquivo: File | undefined) => void; ocupado: boolean };

/** The place for the file: a button, and all of it takes a dropped file. */
function SoltarArquivo({ onChoose, ocupado }: SoltarArquivoProps) {
  const campo = useRef<HTMLInputElement>(null);
  const [sobre, setSobre] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setSobre(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, not instead
    <div
      onDragOver={over}
      onDragLeave={() => setSobre(false)}
      onDrop={(event) => {
        event.preventDefault();
        setSobre(false);
        onChoose(event.dataTransfer.files[0]);
      }}
      className={cx(
        'flex flex-col items-center gap-3 rounded-panel border-2 border-dashed px-4 py-10 text-center',
        sobre ? 'border-primary bg-tint' : 'border-control',
      )}
    >
      <Icon name="file" size={32} className="text-primary" />
      <p className="font-semibold max-tablet:hidden">Solte aqui a planilha, ou</p>
      <input
        ref={campo}
        type="file"
        accept=".csv,.txt,.xlsx"
        className="sr-only"
        tabIndex={-1}
        aria-label="Arquivo para importar"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // The same file again, after it was corrected.
          event.target.value = '';
        }}
      />
      <Button
        variant="primary"
        icon="upload"
        loading={ocupado}
        onClick={() => campo.current?.click()}
      >
        {ocupado ? 'Enviando…' : 'Escolher arquivo'}
      </Button>
      <p className="text-sm text-muted">
        {`CSV ou XLSX, até 20 MB e ${number(LINHAS_IMPORTACAO)} linhas. Nada é gravado antes de você conferir.`}
      </p>
    </div>
  );
}
