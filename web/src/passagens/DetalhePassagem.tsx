import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { AcoesPassagem } from './AcoesPassagem.tsx';
import { CorrigirPlaca } from './CorrigirPlaca.tsx';
import './detalhe.css';
import { FatosPassagem } from './FatosPassagem.tsx';
import { FotoPassagem } from './FotoPassagem.tsx';
import { umaPassagem } from './historico.ts';
import { OutrasPassagens } from './OutrasPassagens.tsx';
import { SugestoesPassagem } from './SugestoesPassagem.tsx';
import { useCorrecao } from './useCorrecao.ts';

type DetalhePassagemProps = { passagem: UltimoVeiculo | Passagem; onClose: () => void };

const LARGURA = 560;
const LARGURA_AMPLIADA = 1160;

/** What is known of a passage, the way to the register, and the way to put a reading right. */
export function DetalhePassagem({ passagem, onClose }: DetalhePassagemProps) {
  const client = useQueryClient();
  const { data: guardada } = useQuery(umaPassagem(passagem.id));
  const correcao = useCorrecao(passagem.id);
  /** Undefined until the form was open once: closing, it gives the focus back to its button. */
  const [corrigindo, setCorrigindo] = useState<boolean>();
  const [ampliada, setAmpliada] = useState(false);

  // A card tells the register's status of now, and is followed as long as it is on show.
  const ehCartao = 'corrigida' in passagem;
  const atual = guardada && (!ehCartao || guardada.versao > passagem.versao) ? guardada : passagem;
  const { placa, tipo, cidade, estado, sugestoes, teste } = atual;
  const versao = Math.max(atual.versao, guardada?.versao ?? 0);
  const imagens = guardada?.imagens ?? [];
  const corrigir = (nova: string, de = versao) =>
    correcao.corrigir({ placa: nova, versao: de }, () => setCorrigindo(false));

  if (correcao.conflito) {
    const { placa: minha, atual: outra } = correcao.conflito;
    return (
      <ConflictDialog
        title="Esta passagem foi alterada por outra pessoa"
        rows={[{ label: 'Placa', mine: minha, current: outra.placa }]}
        busy={correcao.isPending}
        onMine={() => corrigir(minha, outra.versao)}
        onCurrent={() => {
          correcao.ficarComAAtual();
          setCorrigindo(false);
          void client.invalidateQueries({ queryKey: ['passagens'] });
        }}
      />
    );
  }
  return (
    <Dialog
      open
      dismissible={!corrigindo}
      busy={correcao.isPending}
      onClose={onClose}
      width={ampliada ? LARGURA_AMPLIADA : LARGURA}
      title="Passagem"
      description={teste ? 'Passagem de teste, fora dos relatórios.' : undefined}
      footer={<AcoesPassagem passagem={atual} onClose={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <FotoPassagem
          passagem={atual.id}
          placa={placa}
          imagens={imagens}
          ampliada={ampliada}
          onAmpliar={() => setAmpliada(!ampliada)}
        />
        <div className="flex justify-center">
          <Placa
            placa={placa}
            tipo={tipo}
            linha={linhaDaPlaca(cidade, estado)}
            decorativa
            largura={tipo === '2' ? 150 : 280}
          />
        </div>
        {corrigindo ? (
          <CorrigirPlaca
            placa={placa}
            enviando={correcao.isPending}
            erro={correcao.error}
            onCorrigir={corrigir}
            onCancel={() => {
              correcao.reset();
              setCorrigindo(false);
            }}
          />
        ) : (
          <Button
            icon="pencil"
            className="self-center"
            autoFocus={corrigindo === false}
            onClick={() => setCorrigindo(true)}
          >
            Corrigir placa
          </Button>
        )}
        {sugestoes.length > 0 && (
          <SugestoesPassagem
            sugestoes={sugestoes}
            enviando={correcao.isPending}
            onConfirmar={corrigir}
          />
        )}
        <FatosPassagem passagem={atual} guardada={guardada} />
        <OutrasPassagens id={atual.id} placa={placa} />
      </div>
    </Dialog>
  );
}
