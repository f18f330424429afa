import type { Painel } from '@unipark/contract/painel';
import { Link } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { Panel } from '../ui/layout/Panel.tsx';

type FirstStepsProps = {
  painel: Painel;
  withCameras: boolean;
  /** The browser has played the alarm's sound. */
  withSound: boolean;
};

export function FirstSteps({ painel, withCameras, withSound }: FirstStepsProps) {
  const steps = [
    {
      text: 'Cadastrar um proprietário',
      to: '/proprietarios/cadastrar',
      done: painel.proprietarios > 0,
    },
    { text: 'Cadastrar um veículo', to: '/veiculos/cadastrar', done: painel.veiculos > 0 },
    { text: 'Conferir as câmeras', to: '/teste', done: withCameras },
    { text: 'Ligar o som dos alertas', to: '/aovivo', done: withSound },
  ];
  const taken = steps.filter(({ done }) => done).length;
  return (
    <Panel
      title="Primeiros passos"
      actions={
        <span className="text-muted tabular">
          <span className="sr-only">Feitos: </span>
          <span>{`${taken}/${steps.length}`}</span>
        </span>
      }
    >
      <ol className="grid gap-x-6 tablet:grid-cols-2">
        {steps.map(({ text, to, done }, index) => (
          <li key={text} className="flex min-h-11 items-center gap-3">
            <span
              className={`flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-bold ${done ? 'border-positive text-positive' : 'border-control text-muted'}`}
            >
              {done ? <Icon name="check" size={16} /> : index + 1}
            </span>
            {done ? (
              <span>
                {text} <span className="text-muted">(feito)</span>
              </span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
