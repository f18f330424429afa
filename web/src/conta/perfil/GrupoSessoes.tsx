import type { SessaoAberta } from '@unipark/contract/perfil';
import { readAgente } from '../../lib/agente.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import { Sessao } from './Sessao.tsx';

type GrupoSessoesProps = {
  /** Of one browser and system, the newest first. */
  sessoes: SessaoAberta[];
  /** The sessions that are being ended. */
  ending: readonly string[];
  onEnd: (ids: string[]) => void;
};

/** Sessions that look alike: the newest one, and the older ones in a part that opens. */
export function GrupoSessoes({ sessoes, ending, onEnd }: GrupoSessoesProps) {
  const [newest, ...older] = sessoes;
  const { nome } = readAgente(newest?.agente ?? null);
  const endOlder = `Encerrar as ${older.length} mais antigas`;
  const row = (sessao: SessaoAberta) => (
    <Sessao sessao={sessao} busy={ending.includes(sessao.id)} onEnd={() => onEnd([sessao.id])} />
  );
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      {newest && row(newest)}
      {older.length > 0 && (
        <Disclosure
          summary={older.length === 1 ? 'Mais 1 parecida' : `Mais ${older.length} parecidas`}
        >
          <ul>
            {older.map((sessao) => (
              <li key={sessao.id} className="py-2">
                {row(sessao)}
              </li>
            ))}
          </ul>
          {older.length > 1 && (
            <div className="-mr-4 flex justify-end">
              <Button
                variant="ghost"
                className="text-danger!"
                loading={older.every(({ id }) => ending.includes(id))}
                onClick={() => onEnd(older.map(({ id }) => id))}
                aria-label={`${endOlder}: ${nome}`}
              >
                {endOlder}
              </Button>
            </div>
          )}
        </Disclosure>
      )}
    </li>
  );
}
