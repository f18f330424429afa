import { NAO_CADASTRADO, rotuloStatus, type UltimoVeiculo } from '@unipark/contract/passagem';
import { tipoPlaca } from '@unipark/contract/placa';
import { clock } from '../lib/format.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { FichaVeiculo } from '../veiculos/FichaVeiculo.tsx';
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
      <Facts>
        <Fact label="Placa">
          <PlacaTexto placa={placa} className="text-lg" />
        </Fact>
        {placaCadastrada && (
          <Fact label="Placa cadastrada">
            <PlacaTexto placa={placaCadastrada} className="text-lg" />
          </Fact>
        )}
        <Fact label="Status">
          <StatusChip status={rotuloStatus(status)} />
        </Fact>
        {cadastrada && <Fact label="Modelo">{modelo || SEM_DADO}</Fact>}
        {cadastrada && <FichaVeiculo placa={cadastro} />}
        <Fact label="Hora">{clock(instante)}</Fact>
        <Fact label="Câmera">{camera ?? SEM_DADO}</Fact>
        <Fact label="Sentido">{sentido ? SENTIDOS[sentido] : SEM_DADO}</Fact>
      </Facts>
    </Dialog>
  );
}
