import { CHAVES_MAXIMO } from '@unipark/contract/chaveAcesso';
import type { ChaveAcesso, Perfil } from '@unipark/contract/perfil';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Chaves } from './Chaves.tsx';
import { FatorDialog, type Pergunta } from './FatorDialog.tsx';
import { Linha } from './Linha.tsx';
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
  const remove = (chave: ChaveAcesso) => setPergunta({ sobre: 'excluir-chave', chave });

  return (
    <div className="divide-y divide-border">
      <Linha
        icon="keyboard"
        title="Aplicativo autenticador"
        text={
          totp
            ? 'Ativo: um código é pedido depois da senha.'
            : 'Um código do celular, depois da senha.'
        }
        action={
          totp ? (
            <Button onClick={() => setPergunta({ sobre: 'desativar-totp' })}>Desativar</Button>
          ) : (
            <Button onClick={() => setPergunta({ sobre: 'ativar-totp' })}>Ativar</Button>
          )
        }
      />
      <Linha
        icon="eye"
        title="Chaves de acesso"
        text={hindrance ?? 'A digital, o rosto ou o PIN do aparelho, depois da senha.'}
        action={
          <Button
            disabled={hindrance !== undefined || chaves.length >= CHAVES_MAXIMO}
            onClick={() => setPergunta({ sobre: 'adicionar-chave' })}
          >
            Adicionar
          </Button>
        }
      >
        {chaves.length > 0 && <Chaves chaves={chaves} onRemove={remove} />}
      </Linha>
      {hasFator && (
        <Linha
          icon="refresh"
          title="Códigos de recuperação"
          text={remaining(codigosRestantes)}
          action={
            <Button onClick={() => setPergunta({ sobre: 'gerar-codigos' })}>Gerar novos</Button>
          }
        />
      )}
      {pergunta && (
        <FatorDialog
          pergunta={pergunta}
          withSenha={senhaAlteradaEm !== null}
          onClose={() => setPergunta(undefined)}
        />
      )}
    </div>
  );
}

function remaining(codigos: number): string {
  if (codigos === 0) return 'Nenhum: sem eles, um celular perdido deixa você de fora.';
  return codigos === 1 ? '1 restante' : `${codigos} restantes`;
}
