import { NOVAS_MAXIMO } from '@unipark/contract/listaPassagens';
import { Button } from '../../ui/button/Button.tsx';

/** '3 novas': passages that arrived while the list is open. A press shows them. */
export function BotaoNovas({ novas, onShow }: { novas: number; onShow: () => void }) {
  return (
    <span role="status">
      {novas > 0 && (
        <Button icon="chevron-up" onClick={onShow} className="ml-3 bg-tint!">
          <span>
            {novas > NOVAS_MAXIMO ? `Mais de ${NOVAS_MAXIMO}` : novas}{' '}
            {novas === 1 ? 'nova' : 'novas'}
            <span className="sr-only">
              {novas === 1 ? ' passagem: mostrar' : ' passagens: mostrar'}
            </span>
          </span>
        </Button>
      )}
    </span>
  );
}
