import { CHAVES_MAXIMO } from '@unipark/contract/chaveAcesso';
import type { ChaveAcesso, Perfil } from '@unipark/contract/perfil';
import { Suspense, useState } from 'react';
import { day } from '../../lib/time/format.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Linha } from '../perfil/Linha.tsx';
import type { FatorQuestion } from './FatorDialog.tsx';
import { passkeyHindrance } from './navegador.ts';

const FatorDialog = part(() => import('./FatorDialog.tsx').then((file) => file.FatorDialog));

type SegundoFatorProps = {
  perfil: Pick<Perfil, 'totp' | 'chaves' | 'codigosRestantes' | 'senhaAlteradaEm'>;
};

export function SegundoFator({ perfil }: SegundoFatorProps) {
  const { totp, chaves, codigosRestantes, senhaAlteradaEm } = perfil;
  const [pergunta, setPergunta] = useState<FatorQuestion>();
  const hindrance = passkeyHindrance();
  const hasFator = totp || chaves.length > 0;

  return (
    <>
      <Linha
        icon="phone"
        title="Aplicativo autenticador"
        text={
          totp ? 'Ativo: pede um código depois da senha' : 'Um código do celular, depois da senha'
        }
      >
        {totp ? (
          <Button onClick={() => setPergunta({ sobre: 'desativar-totp' })}>Desativar</Button>
        ) : (
          <Button onClick={() => setPergunta({ sobre: 'ativar-totp' })}>Ativar</Button>
        )}
      </Linha>
      <div className="py-3">
        <Linha
          icon="key"
          title="Chaves de acesso"
          text={hindrance ?? 'A digital, o rosto ou o PIN do aparelho, depois da senha'}
        >
          {!hindrance && chaves.length < CHAVES_MAXIMO && (
            <Button onClick={() => setPergunta({ sobre: 'adicionar-chave' })}>Adicionar</Button>
          )}
        </Linha>
        {chaves.length > 0 && (
          <Chaves
            chaves={chaves}
            onRemove={(chave) => setPergunta({ sobre: 'excluir-chave', chave })}
          />
        )}
      </div>
      {hasFator && (
        <Linha icon="copy" title="Códigos de recuperação" text={remaining(codigosRestantes)}>
          <Button onClick={() => setPergunta({ sobre: 'gerar-codigos' })}>Gerar novos</Button>
        </Linha>
      )}
      <Suspense>
        {pergunta && (
          <FatorDialog
            pergunta={pergunta}
            withSenha={senhaAlteradaEm !== null}
            onClose={() => setPergunta(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function remaining(codigos: number): string {
  if (codigos === 0) return 'Nenhum: sem códigos, quem perder o aparelho perde o acesso';
  return codigos === 1 ? '1 restante' : `${codigos} restantes`;
}

type ChavesProps = {
  chaves: readonly ChaveAcesso[];
  onRemove: (chave: ChaveAcesso) => void;
};

const used = ({ usadaEm }: ChaveAcesso): string =>
  usadaEm ? `último uso em ${day(usadaEm)}` : 'nunca usada';

function Chaves({ chaves, onRemove }: ChavesProps) {
  return (
    <ul aria-label="Chaves de acesso" className="mt-1 flex flex-col pl-[38px] max-phone:pl-0">
      {chaves.map((chave) => (
        <li key={chave.id} className="flex items-center gap-2">
          <div className="min-w-0 grow">
            <p className="text-sm font-semibold wrap-anywhere">{chave.nome}</p>
            <p className="text-xs text-muted">
              Criada em {day(chave.criadaEm)} · {used(chave)}
            </p>
          </div>
          <IconButton
            icon="trash"
            danger
            label={`Excluir chave de acesso ${chave.nome}`}
            onClick={() => onRemove(chave)}
          />
        </li>
      ))}
    </ul>
  );
}
