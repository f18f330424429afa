import { useMutation } from '@tanstack/react-query';
import type { Importacao } from '@unipark/contract/importacao';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { count } from '../lib/time/format.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { Button } from '../ui/button/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { followLeft, stopFollowing } from './acompanhar.ts';
import { cancelImportacao } from './api.ts';
import { formatAndamento } from './textos.ts';

const TITULOS: Partial<Record<Importacao['fase'], string>> = {
  recebendo: 'Recebendo o arquivo',
  lendo: 'Lendo o arquivo',
  conferindo: 'Conferindo as linhas',
  gravando: 'Importando',
  desfazendo: 'Desfazendo a importação',
};

function totalOf({ fase, linhas, resultado }: Importacao): number {
  if (fase === 'lendo' || fase === 'recebendo') return 0;
  return fase === 'desfazendo' ? resultado.criadas + resultado.alteradas : linhas;
}

/** The work on the server: how far it is, and how to stop it. */
export function Andamento({ importacao }: { importacao: Importacao }) {
  const { id, fase, nome, na_frente, feitos } = importacao;
  const navigate = useNavigate();
  useEffect(() => {
    stopFollowing();
    return () => followLeft(id, (path) => void navigate(path));
  }, [id, navigate]);
  const [perguntando, setPerguntando] = useState(false);
  const cancelar = useMutation(cancelImportacao(id));
  const total = totalOf(importacao);
  const texto =
    na_frente > 0
      ? `Aguardando ${count(na_frente, 'outra importação', 'outras importações')} terminar.`
      : formatAndamento(importacao, total, serverNow());
  const titulo = TITULOS[fase] ?? '';
  const close = () => setPerguntando(false);
  const stop = () => cancelar.mutate(undefined, { onSettled: close });
  return (
    <Panel title={titulo}>
      <p className="font-semibold wrap-anywhere">{nome}</p>
      <ProgressBar label={titulo} value={feitos} max={total || null} text={texto} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          O trabalho é do servidor: você pode sair desta página e voltar depois.
        </p>
        {fase !== 'desfazendo' && fase !== 'recebendo' && (
          <Button onClick={() => (fase === 'gravando' ? setPerguntando(true) : stop())}>
            Cancelar
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={perguntando}
        title="Cancelar a importação?"
        text="O que já foi importado será desfeito."
        confirmLabel="Cancelar importação"
        cancelLabel="Continuar importando"
        danger
        busy={cancelar.isPending}
        onConfirm={stop}
        onCancel={close}
      />
    </Panel>
  );
}
