import { useQuery } from '@tanstack/react-query';
import { Panel } from '../ui/layout/Panel.tsx';
import { AjustesAlertaForm } from './AjustesAlertaForm.tsx';
import { ajustesAlertaQuery } from './api.ts';
import { Falta } from './Falta.tsx';

export function Alertas() {
  const consulta = useQuery({ ...ajustesAlertaQuery, refetchOnWindowFocus: false });
  return (
    <Panel title="Alertas" className="max-w-2xl">
      <p className="text-muted">
        Um veículo proibido sempre gera um alerta na Portaria e no Ao Vivo.
      </p>
      {consulta.data ? (
        <AjustesAlertaForm ajustes={consulta.data} />
      ) : (
        <Falta consulta={consulta} />
      )}
    </Panel>
  );
}
