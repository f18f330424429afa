import { useMutation } from '@tanstack/react-query';
import type { Existentes, Importacao, VereditoLinha } from '@unipark/contract/importacao';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { count, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Icon } from '../ui/Icon.tsx';
import { downloadRejeitadas, writeImportacao } from './api.ts';
import { DecidirSincronizacao } from './DecidirSincronizacao.tsx';
import { Descartar } from './Descartar.tsx';
import { TabelaLinhas } from './TabelaLinhas.tsx';

const ABAS: readonly { veredito: VereditoLinha | undefined; rotulo: string }[] = [
  { veredito: undefined, rotulo: 'Todas' },
  { veredito: 'nova', rotulo: 'Novas' },
  { veredito: 'altera', rotulo: 'Atualizam' },
  { veredito: 'igual', rotulo: 'Iguais' },
  { veredito: 'erro', rotulo: 'Com erro' },
];

const EXISTENTES = [
  { value: 'ignorar', label: 'Ignorar' },
  { value: 'atualizar', label: 'Atualizar' },
] as const;

const isVeredito = (texto: string | null): texto is VereditoLinha =>
  ABAS.some(({ veredito }) => veredito === texto && texto !== null);

type Props = { importacao: Importacao; onBack: () => void };

/** The third step: every row with what it would do; errors are corrected in their cells. */
export function Previa({ importacao, onBack }: Props) {
  const { id, nome, linhas, contagem, parte, espera } = importacao;
  const [params, setParams] = useSearchParams();
  const [existentes, setExistentes] = useState<Existentes>(importacao.existentes);
  const escrever = useMutation(writeImportacao(id));
  const baixar = useMutation(downloadRejeitadas(id));
  const pedido = params.get('situacao');
  const aba = isVeredito(pedido) ? pedido : undefined;
  const aImportar = contagem.nova + (existentes === 'atualizar' ? contagem.altera : 0);

  const open = (veredito: VereditoLinha | undefined): void =>
    setParams(veredito ? { situacao: veredito } : {}, { replace: true });

  return (
    <>
      {espera !== null && (
        <Alert tone="warning" role="status">
          {`A sincronização aguarda aprovação. ${espera}`}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Situação das linhas">
          <ul className="flex flex-wrap gap-1">
            {ABAS.map(({ veredito, rotulo }) => {
              const total = veredito ? contagem[veredito] : linhas;
              const atual = aba === veredito;
              return (
                <li key={rotulo}>
                  <button
                    type="button"
                    aria-current={atual ? 'true' : undefined}
                    onClick={() => open(veredito)}
                    className={cx(
                      'flex min-h-11 items-center gap-2 rounded-control border px-3 text-sm',
                      atual
                        ? 'border-control bg-surface font-semibold'
                        : 'border-transparent text-muted hover:bg-hover',
                    )}
                  >
                    {rotulo}
                    <span
                      className={cx(
                        'rounded-chip px-1.5 py-0.5 text-xs font-bold tabular',
                        veredito === 'erro' && total > 0
                          ? 'bg-chip-negative-bg text-chip-negative'
                          : 'bg-hover text-text',
                      )}
                    >
                      {number(total)}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </nav>
        {parte === null && (
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-muted">Já cadastrados</span>
            <Segmented
              label="Registros já cadastrados"
              name="existentes"
              options={EXISTENTES}
              value={existentes}
              onChange={setExistentes}
            />
          </div>
        )}
      </div>
      <TabelaLinhas key={aba ?? 'todas'} importacao={importacao} veredito={aba} />
      <div className="sticky bottom-0 z-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-border bg-surface px-4 py-3 low:static max-tablet:static">
        <Icon name="file" size={20} />
        <p className="mr-auto min-w-0 text-sm wrap-anywhere">
          <strong>{nome}</strong>
          <span className="text-muted">
            {` · ${count(linhas, 'linha', 'linhas')} · Nada foi gravado ainda.`}
          </span>
        </p>
        <div className="flex flex-wrap gap-2 max-tablet:w-full max-tablet:*:grow">
          {parte === null && (
            <>
              <Descartar importacao={importacao} />
              <Button onClick={onBack}>Voltar</Button>
            </>
          )}
          {contagem.erro > 0 && (
            <Button icon="download" loading={baixar.isPending} onClick={() => baixar.mutate()}>
              Baixar linhas com erro
            </Button>
          )}
          {parte === null ? (
            <Button
              variant="primary"
              disabled={aImportar === 0}
              loading={escrever.isPending}
              onClick={() => escrever.mutate(existentes)}
            >
              {aImportar === 0
                ? 'Nada a importar'
                : `Importar ${count(aImportar, 'linha', 'linhas')}`}
            </Button>
          ) : (
            <DecidirSincronizacao importacao={importacao} />
          )}
        </div>
      </div>
    </>
  );
}
