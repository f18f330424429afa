import { Link } from 'react-router';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Ir para a busca'],
  [['?'], 'Esta lista'],
  [['g', 'h'], 'Página Inicial'],
  [['g', 'a'], 'Ao Vivo'],
  [['g', 'v'], 'Veículos'],
  [['g', 'p'], 'Proprietários'],
  [['n'], 'Novo cadastro'],
  [['1', '2', '3', '4'], 'Ampliar a câmera em Ao Vivo; Esc volta'],
  [['↑', '↓'], 'Mudar de linha na tabela'],
  [['Enter'], 'Abrir a linha'],
  [['e'], 'Editar a linha'],
  [['Delete'], 'Excluir a linha (com confirmação)'],
  [['Ctrl+Enter'], 'Salvar ou confirmar'],
  [['Page Up', 'Page Down'], 'Cinco itens de uma vez em uma lista de opções'],
  [['Enter'], 'Na Portaria: registrar o sentido em destaque'],
  [['Esc'], 'Na Portaria: limpar a placa'],
  [['Alt+1'], 'Conteúdo'],
  [['Alt+2'], 'Menu'],
  [['Alt+3'], 'Busca'],
  [['Alt+4'], 'Rodapé'],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Atalhos do teclado" width={520} dismissible onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {KEYS.map(([keys, does]) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid">
            <dt className="flex flex-wrap items-start gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-chip border border-control bg-bg px-2 py-0.5 font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        Os atalhos de uma tecla podem ser desligados no{' '}
        <Link to="/perfil" onClick={onClose}>
          perfil
        </Link>{' '}
        e nunca valem dentro de um campo.
      </p>
    </Dialog>
  );
}
