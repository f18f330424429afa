import type { ChaveAcesso } from '@unipark/contract/perfil';
import { day } from '../../lib/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';

type ChavesProps = {
  chaves: readonly ChaveAcesso[];
  onRemove: (chave: ChaveAcesso) => void;
};

const used = ({ usadaEm }: ChaveAcesso): string =>
  usadaEm ? `último uso em ${day(usadaEm)}` : 'nunca usada';

/** The account's passkeys by name. */
export function Chaves({ chaves, onRemove }: ChavesProps) {
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
