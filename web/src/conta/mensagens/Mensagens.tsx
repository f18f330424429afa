import type { MensagemRecebida } from '@unipark/contract/usuario';
import { useState } from 'react';
import { clock, count } from '../../lib/format.ts';
import { useListScreen } from '../../lib/useListScreen.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PagedTable } from '../../ui/PagedTable.tsx';
import { paginaMensagens } from './api.ts';
import { EstadoDoEnvio } from './EstadoDoEnvio.tsx';
import { LerMensagem } from './LerMensagem.tsx';
import { SituacaoMensagem } from './SituacaoMensagem.tsx';

const FILTROS: string[] = [];
/** What of a message a list shows. */
const TRECHO = 120;

const trecho = (texto: string): string => {
  const letras = [...texto.replace(/\s+/g, ' ')];
  return letras.length > TRECHO ? `${letras.slice(0, TRECHO).join('')}…` : letras.join('');
};

const colunas = (
  ler: (mensagem: MensagemRecebida) => void,
): readonly Column<MensagemRecebida>[] => [
  { key: 'nome', header: 'De', primary: true, free: true, render: ({ nome }) => nome },
  { key: 'mensagem', header: 'Mensagem', free: true, render: (m) => trecho(m.mensagem) },
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
        onClick={() => ler(mensagem)}
      />
    ),
  },
];

/** What people wrote by the contact form, and whether mail goes out at all. */
export function Mensagens() {
  const lista = useListScreen(paginaMensagens, FILTROS);
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
        columns={colunas(setAberta)}
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
            text="O que for escrito na página Contato aparece aqui."
          />
        }
      />
      {aberta && <LerMensagem mensagem={aberta} onClose={() => setAberta(undefined)} />}
    </>
  );
}
