import type { MensagemRecebida } from '@unipark/contract/usuario';
import { useState } from 'react';
import { useListScreen } from '../../lib/screen/useListScreen.ts';
import { clock, count } from '../../lib/time/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { mensagensQuery } from './api.ts';
import { EstadoDoEnvio } from './EstadoDoEnvio.tsx';
import { LerMensagem } from './LerMensagem.tsx';

const FILTROS: string[] = [];
const TRECHO = 120;

const formatTrecho = (texto: string): string => {
  const letras = [...texto.replace(/\s+/g, ' ')];
  return letras.length > TRECHO ? `${letras.slice(0, TRECHO).join('')}…` : letras.join('');
};

const buildColunas = (
  onRead: (mensagem: MensagemRecebida) => void,
): readonly Column<MensagemRecebida>[] => [
  { key: 'nome', header: 'De', primary: true, free: true, render: ({ nome }) => nome },
  { key: 'mensagem', header: 'Mensagem', free: true, render: (m) => formatTrecho(m.mensagem) },
  { key: 'criadaEm', header: 'Recebida', render: ({ criadaEm }) => clock(criadaEm) },
  {
    key: 'situacao',
    header: 'Situação',
    render: ({ lidaEm }) => <SituacaoMensagem lidaEm={lidaEm} />,
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    render: (mensagem) => (
      <IconButton
        icon="eye"
        label={`Ler mensagem de ${mensagem.nome}`}
        onClick={() => onRead(mensagem)}
      />
    ),
  },
];

export function Mensagens() {
  const lista = useListScreen(mensagensQuery, FILTROS);
  const [aberta, setAberta] = useState<MensagemRecebida>();
  const { counted } = lista;
  return (
    <>
      <EstadoDoEnvio />
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 className="mr-auto">Mensagens de contato</h2>
        {counted && (
          <p role="status" className="text-sm text-muted">
            {count(counted.total, 'mensagem', 'mensagens', counted.mais)}
          </p>
        )}
      </div>
      <PagedTable
        caption="Mensagens de contato"
        columns={buildColunas(setAberta)}
        list={lista}
        rowKey={({ id }) => String(id)}
        rowLabel={({ nome, criadaEm, lidaEm }) =>
          `${nome}, ${clock(criadaEm)}, ${lidaEm === null ? 'não lida' : 'lida'}`
        }
        onOpen={setAberta}
        empty={
          <EmptyState
            icon="bell"
            title="Nenhuma mensagem recebida."
            text="As mensagens da página Contato aparecem aqui."
          />
        }
      />
      {aberta && <LerMensagem mensagem={aberta} onClose={() => setAberta(undefined)} />}
    </>
  );
}

function SituacaoMensagem({ lidaEm }: { lidaEm: string | null }) {
  return lidaEm === null ? (
    <Chip tone="warning" icon="bell">
      Não lida
    </Chip>
  ) : (
    <Chip icon="check">Lida</Chip>
  );
}
