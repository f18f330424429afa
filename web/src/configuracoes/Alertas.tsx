import { useQuery } from '@tanstack/react-query';
import { LigarAvisos } from '../avisos/LigarAvisos.tsx';
import { ajustesAlertaQuery } from '../passagens/api.ts';
import { Grid } from '../ui/layout/Grid.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { AjustesAlertaForm } from './AjustesAlertaForm.tsx';
import { Falta } from './Falta.tsx';

export function Alertas() {
  const consulta = useQuery({ ...ajustesAlertaQuery, refetchOnWindowFocus: false });
  return (
    <Grid columns={2} className="items-start">
      <Panel title="Alertas">
        <p className="text-muted">Um veículo proibido sempre gera um alerta, em todas as telas.</p>
        {consulta.data ? (
          <AjustesAlertaForm ajustes={consulta.data} />
        ) : (
          // The place of the form: on a phone another panel is below it.
          <div className="min-h-98">
            <Falta consulta={consulta} />
          </div>
        )}
      </Panel>
      <LigarAvisos />
    </Grid>
  );
}
