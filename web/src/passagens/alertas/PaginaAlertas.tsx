import { Icon } from '../../ui/Icon.tsx';

type PaginaAlertasProps = { indice: number; total: number; onShow: (indice: number) => void };

/** '1 de 12' between the buttons to the newer and to the older alarm; hidden for one alarm. */
export function PaginaAlertas({ indice, total, onShow }: PaginaAlertasProps) {
  const show = (novo: number) => {
    if (novo >= 0 && novo < total) onShow(novo);
  };
  if (total < 2) return null;
  return (
    <div className="alerta-pagina">
      <button
        type="button"
        aria-label="Alerta mais novo"
        aria-disabled={indice === 0 || undefined}
        onClick={() => show(indice - 1)}
      >
        <Icon name="chevron-left" size={20} />
      </button>
      <span
        key={`${indice} ${total}`}
        className="alerta-numero"
      >{`${indice + 1} de ${total}`}</span>
      <button
        type="button"
        aria-label="Alerta mais antigo"
        aria-disabled={indice === total - 1 || undefined}
        onClick={() => show(indice + 1)}
      >
        <Icon name="chevron-right" size={20} />
      </button>
    </div>
  );
}
