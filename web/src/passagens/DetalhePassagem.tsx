import { NAO_CADASTRADO, rotuloStatus, type UltimoVeiculo } from '@unipark/contract/passagem';
import { tipoPlaca } from '@unipark/contract/placa';
import type { ReactNode } from 'react';
import { clock } from '../lib/format.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Placa } from '../veiculos/Placa.tsx';
import { PlacaTexto } from '../veiculos/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';

const SENTIDOS = { entrada: 'Entrada', saida: 'Saída' } as const;
const SEM_DADO = 'Não informado';

/** What is known of a passage, and the way to the register. */
export function DetalhePassagem({
  passagem,
  onClose,
}: {
  passagem: UltimoVeiculo;
  onClose: () => void;
}) {
  const { placa, placaCadastrada, modelo, status, tipo, instante, camera, sentido } = passagem;
  const cadastrada = status !== NAO_CADASTRADO;
  const cadastro = placaCadastrada ?? placa;
  const linhas: [nome: string, valor: ReactNode][] = [
    ['Placa', <PlacaTexto key="placa" placa={placa} className="text-lg" />],
    ...(placaCadastrada && placaCadastrada !== placa
      ? [
          [
            'Placa cadastrada',
            <PlacaTexto key="c" placa={placaCadastrada} className="text-lg" />,
          ] as [string, ReactNode],
        ]
      : []),
    ['Modelo', modelo],
    ['Status', <StatusChip key="status" status={rotuloStatus(status)} />],
    ['Hora', clock(instante)],
    ['Câmera', camera ?? SEM_DADO],
    ['Sentido', sentido ? SENTIDOS[sentido] : SEM_DADO],
  ];

  return (
    <Dialog
      open
      dismissible
      onClose={onClose}
      width={480}
      title="Passagem"
      description={passagem.teste ? 'Passagem de teste, fora dos relatórios.' : undefined}
      footer={
        cadastrada ? (
          <ButtonLink
            variant="primary"
            iconAfter="arrow-right"
            to={`/veiculos/consultar?q=${encodeURIComponent(cadastro)}`}
          >
            Abrir cadastro
          </ButtonLink>
        ) : tipoPlaca(placa) === 'Inválida' ? null : (
          <ButtonLink
            variant="primary"
            icon="plus"
            to={`/veiculos/cadastrar?placa=${encodeURIComponent(placa)}`}
          >
            {`Cadastrar ${placa}`}
          </ButtonLink>
        )
      }
    >
      <div className="mb-4 flex justify-center">
        <Placa placa={placa} tipo={tipo} decorativa largura={tipo === '2' ? 150 : 280} />
      </div>
      <dl className="rounded-control border border-border">
        {linhas.map(([nome, valor]) => (
          <div
            key={nome}
            className="flex min-h-11 items-center gap-4 border-b border-border px-4 py-2 last:border-0"
          >
            <dt className="w-32 shrink-0 text-sm text-muted">{nome}</dt>
            <dd className="min-w-0">{valor}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
