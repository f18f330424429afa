import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { aparelhosQuery, estadoAvisosQuery, joinAparelho, leaveAparelho } from './api.ts';
import { getSuporte, type Suporte } from './assinatura.ts';
import { HorarioSemAvisos } from './HorarioSemAvisos.tsx';
import { OutrosAparelhos } from './OutrosAparelhos.tsx';

const IMPEDIMENTOS: Record<Exclude<Suporte, 'sim'>, string> = {
  inseguro: 'Os avisos precisam de uma conexão segura (https). Fale com a administração.',
  nenhum:
    'Este navegador não recebe avisos. No iPhone e no iPad, adicione antes o UNIPARK à Tela de Início.',
  negado:
    'O navegador bloqueou as notificações deste site. Permita-as nas configurações do navegador.',
};
const DESLIGADOS = 'Os avisos em aparelhos não foram ativados pela administração.';

export function AlertasNesteAparelho() {
  const estado = useQuery(estadoAvisosQuery);
  const aparelhos = useQuery(aparelhosQuery);
  const [suporte, setSuporte] = useState(getSuporte);
  const join = useMutation(joinAparelho);
  const leave = useMutation(leaveAparelho);
  const { data } = aparelhos;
  const falha = [estado, aparelhos].find(({ error }) => error);
  if (falha && !(estado.data && data)) {
    return (
      <Panel title="Alertas neste aparelho">
        <FailedQuery title="Não foi possível carregar os avisos" query={falha} />
      </Panel>
    );
  }
  const chave = estado.data?.chave;
  const impedimento = suporte !== 'sim' ? IMPEDIMENTOS[suporte] : chave ? '' : DESLIGADOS;
  const toggle = (liga: boolean) => {
    if (!liga && data?.este) leave.mutate(data.este.id);
    // The browser may have been asked, and have answered no.
    if (liga && chave) join.mutate(chave, { onSettled: () => setSuporte(getSuporte()) });
  };
  return (
    <Panel title="Alertas neste aparelho">
      <p className="text-sm text-muted">
        Os avisos chegam mesmo com o UNIPARK fechado. São enviados pelo serviço do fabricante do
        navegador, sem placa nem nome.
      </p>
      {estado.data && data ? (
        <>
          {impedimento && <p role="status">{impedimento}</p>}
          <div className="flex flex-col gap-1">
            <Checkbox
              role="switch"
              label="Receber alertas neste aparelho"
              checked={data.este !== undefined}
              disabled={(!data.este && impedimento !== '') || join.isPending || leave.isPending}
              onChange={({ target }) => toggle(target.checked)}
            />
            <HorarioSemAvisos key={data.este?.id} aparelho={data.este} />
          </div>
          <OutrosAparelhos aparelhos={data.outros} />
        </>
      ) : (
        <div aria-busy="true">
          <Skeleton height={96} />
        </div>
      )}
    </Panel>
  );
}
