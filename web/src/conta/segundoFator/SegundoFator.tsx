import { CHAVES_MAXIMO } from '@unipark/contract/chaveAcesso';
import type { Perfil } from '@unipark/contract/perfil';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Linha } from '../perfil/Linha.tsx';
import { Chaves } from './Chaves.tsx';
import { FatorDialog, type Pergunta } from './FatorDialog.tsx';
import { passkeyHindrance } from './navegador.ts';

type SegundoFatorProps = {
  perfil: Pick<Perfil, 'totp' | 'chaves' | 'codigosRestantes' | 'senhaAlteradaEm'>;
};

/** The lines of a second factor in the account's safety: app, passkeys, recovery codes. */
export function SegundoFator({ perfil }: SegundoFatorProps) {
  const { totp, chaves, codigosRestantes, senhaAlteradaEm } = perfil;
  const [pergunta, setPergunta] = useState<Pergunta>();
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
      {pergunta && (
        <FatorDialog
          pergunta={pergunta}
          withSenha={senhaAlteradaEm !== null}
          onClose={() => setPergunta(undefined)}
        />
      )}
    </>
  );
}

function remaining(codigos: number): string {
  if (codigos === 0) return 'Nenhum: sem eles, um aparelho perdido deixa você de fora';
  return codigos === 1 ? '1 restante' : `${codigos} restantes`;
}
