import { useQuery } from '@tanstack/react-query';
import type { Passagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useIsAdmin } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConflictDialog } from '../../ui/dialog/ConflictDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { AcoesPassagem } from './AcoesPassagem.tsx';
import { CorrigirPlaca } from './CorrigirPlaca.tsx';
import './detalhe.css';
import { type PassagemAtual, passagemQuery, useCorrecao } from '../historico/historico.ts';
import { FatosPassagem } from './FatosPassagem.tsx';
import { FotoPassagem } from './FotoPassagem.tsx';
import { OutrasPassagens } from './OutrasPassagens.tsx';
import { ReterPassagem } from './ReterPassagem.tsx';
import { SugestoesPassagem } from './SugestoesPassagem.tsx';

type DetalhePassagemProps = { passagem: UltimoVeiculo | Passagem; onClose: () => void };

const LARGURA = 560;
const LARGURA_AMPLIADA = 1160;

const showPlaca = (placa: string, outra: string) => (
  <PlacaComparada
    placa={placa}
    lida={outra}
    lugares={['nesta versão', 'na outra']}
    className="text-xl"
  />
);

export function DetalhePassagem({ passagem, onClose }: DetalhePassagemProps) {
  const { data: guardada } = useQuery(passagemQuery(passagem.id));
  const isAdmin = useIsAdmin();
  const correcao = useCorrecao();
  const [minha, setMinha] = useState('');
  /** Undefined before the first opening of the form: only closing returns the focus to the button. */
  const [corrigindo, setCorrigindo] = useState<boolean>();
  /** As it was when the form was opened: an event must not hide another person's correction. */
  const [aoAbrir, setAoAbrir] = useState<PassagemAtual>();
  const [retendo, setRetendo] = useState(false);
  const [ampliada, setAmpliada] = useState(false);

  // A card has the current status of the register and is followed while it is shown.
  const ehCartao = 'corrigida' in passagem;
  const atual = guardada && (!ehCartao || guardada.versao > passagem.versao) ? guardada : passagem;
  const { placa, tipo, cidade, estado, sugestoes, teste } = atual;
  const versao = Math.max(atual.versao, guardada?.versao ?? 0);
  const imagens = guardada?.imagens ?? [];
  const correct = (nova: string) => {
    setMinha(nova);
    const agora = { id: passagem.id, placa, versao };
    const base = corrigindo && aoAbrir && aoAbrir.placa !== placa ? aoAbrir : agora;
    correcao.send(
      correcao.current ?? base,
      { placa: nova },
      {
        onSaved: () => setCorrigindo(false),
      },
    );
  };

  return (
    <>
      <Dialog
        open
        dismissible={!corrigindo && !retendo}
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
            onEnlarge={() => setAmpliada(!ampliada)}
          />
          <div className="flex justify-center">
            <Placa
              placa={placa}
              tipo={tipo}
              linha={formatLinhaPlaca(cidade, estado)}
              decorativa
              largura={tipo === '2' ? 150 : 280}
            />
          </div>
          {corrigindo ? (
            <CorrigirPlaca
              placa={placa}
              enviando={correcao.isPending}
              erro={correcao.error}
              onCorrect={correct}
              onCancel={() => {
                correcao.dismiss();
                setCorrigindo(false);
              }}
            />
          ) : (
            <Button
              icon="pencil"
              className="self-center"
              autoFocus={corrigindo === false}
              onClick={() => {
                setAoAbrir({ id: passagem.id, placa, versao });
                setCorrigindo(true);
              }}
            >
              Corrigir placa
            </Button>
          )}
          {sugestoes.length > 0 && (
            <SugestoesPassagem
              lida={placa}
              sugestoes={sugestoes}
              enviando={correcao.isPending}
              onConfirm={correct}
            />
          )}
          <FatosPassagem passagem={atual} guardada={guardada} />
          {isAdmin && guardada && <ReterPassagem passagem={guardada} onToggle={setRetendo} />}
          <OutrasPassagens id={atual.id} placa={placa} />
        </div>
      </Dialog>
      {correcao.current && (
        <ConflictDialog
          title="Esta passagem foi alterada por outra pessoa"
          rows={[{ label: 'Placa', mine: minha, current: correcao.current.placa, show: showPlaca }]}
          busy={correcao.isPending}
          onMine={() => correct(minha)}
          onCurrent={() => {
            correcao.dismiss();
            setCorrigindo(false);
          }}
          onBack={correcao.dismiss}
        />
      )}
    </>
  );
}
