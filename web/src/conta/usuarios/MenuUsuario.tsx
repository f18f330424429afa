import type { Usuario } from '@unipark/contract/usuario';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { type Acao, ROTULOS } from './atos.ts';

type Props = { usuario: Usuario; acoes: readonly Acao[]; onEscolher: (acao: Acao) => void };

/** What may be done with one account, behind one button named with the person. */
export function MenuUsuario({ usuario: { nome }, acoes, onEscolher }: Props) {
  return (
    <Popover icon="more" label={`Ações da conta de ${nome}`} title={nome} width={300}>
      {(close) => (
        <div className="flex flex-col gap-1">
          {acoes.map((acao) => (
            <Button
              key={acao}
              variant="ghost"
              block
              className="justify-start!"
              aria-label={`${ROTULOS[acao]} ${nome}`}
              onClick={() => {
                close();
                onEscolher(acao);
              }}
            >
              {ROTULOS[acao]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
