import { useMutation } from '@tanstack/react-query';
import type { Importacao } from '@unipark/contract/importacao';
import { useEffect, useState } from 'react';
import { count, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Fact } from '../ui/layout/Fact.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { downloadRejeitadas, forgetRegister, undoImportacao, writeImportacao } from './api.ts';
import { PALAVRAS } from './textos.ts';

const TITULOS: Partial<Record<Importacao['fase'], string>> = {
  concluida: 'Importação concluída',
  interrompida: 'Importação interrompida',
  desfeita: 'Importação desfeita',
};

/** The last step: what was written, what was not, and how to take it back. */
export function Resultado({ importacao }: { importacao: Importacao }) {
  const { id, tipo, fase, nome, erro, resultado, desfeitas, mantidas } = importacao;
  const { criadas, alteradas, iguais, ignoradas, recusadas } = resultado;
  const [perguntando, setPerguntando] = useState(false);
  const baixar = useMutation(downloadRejeitadas(id));
  const desfazer = useMutation(undoImportacao(id));
  const continuar = useMutation(writeImportacao(id));
  useEffect(forgetRegister, []);
  const close = () => setPerguntando(false);
  const desfeita = fase === 'desfeita';
  // An undoing that failed can only be requested again.
  const comecada = desfeitas + mantidas > 0;
  const rejeitadas = recusadas + mantidas;
  const gravadas = criadas + alteradas - desfeitas - mantidas;
  const { um, varios, consulta } = PALAVRAS[tipo];
  // The filter of the list of vehicles.
  const deles = tipo === 'veiculos' && !desfeita && gravadas > 0 ? `importacao=${id}` : undefined;
  const linhas: [string, number, boolean][] = [
    ['Novos', criadas, true],
    ['Atualizados', alteradas, true],
    ['Iguais', iguais, iguais > 0],
    ['Ignorados', ignoradas, ignoradas > 0],
    ['Rejeitados', recusadas, true],
    ['Desfeitos', desfeitas, desfeita || comecada],
    ['Mantidos', mantidas, desfeita || comecada],
  ];
  return (
    <Panel title={TITULOS[fase] ?? ''}>
      <p className="font-semibold wrap-anywhere">{nome}</p>
      {erro && (
        <Alert tone="danger" role="alert">
          {erro}
        </Alert>
      )}
      {mantidas > 0 && (
        <Alert tone="warning" role="status">
          {`${count(mantidas, um, varios)} ${mantidas === 1 ? 'não foi desfeito' : 'não foram desfeitos'}: o motivo está no arquivo de linhas rejeitadas.`}
        </Alert>
      )}
      <Facts>
        {linhas.map(
          ([rotulo, total, mostra]) =>
            mostra && (
              <Fact key={rotulo} label={rotulo}>
                <span className="tabular">{number(total)}</span>
              </Fact>
            ),
        )}
      </Facts>
      <div className="flex flex-wrap gap-2 max-tablet:*:grow">
        {rejeitadas > 0 && (
          <Button icon="download" loading={baixar.isPending} onClick={() => baixar.mutate()}>
            Baixar linhas rejeitadas
          </Button>
        )}
        {!desfeita && (gravadas > 0 || comecada) && (
          <Button icon="history" onClick={() => setPerguntando(true)}>
            Desfazer importação
          </Button>
        )}
        {fase === 'interrompida' && !comecada && (
          <Button
            variant="primary"
            loading={continuar.isPending}
            onClick={() => continuar.mutate(importacao.existentes)}
          >
            Continuar
          </Button>
        )}
        <ButtonLink to={`/importar?tipo=${tipo}`} icon="upload">
          Importar outro arquivo
        </ButtonLink>
        <ButtonLink to={deles ? `${consulta}?${deles}` : consulta} icon="search">
          {`Ver ${varios}`}
        </ButtonLink>
        {deles && (
          <ButtonLink to={`/veiculos/adesivos?${deles}&status=ATIVO`} icon="printer">
            Imprimir adesivos
          </ButtonLink>
        )}
      </div>
      <ConfirmDialog
        open={perguntando}
        title="Desfazer importação?"
        text={`Os ${varios} novos são excluídos e os atualizados voltam ao que eram, menos os que foram alterados depois.`}
        confirmLabel="Desfazer"
        danger
        busy={desfazer.isPending}
        onConfirm={() => desfazer.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
    </Panel>
  );
}
