import { useMutation } from '@tanstack/react-query';
import { exportTitular } from '../../titulares/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Secao } from '../Secao.tsx';

/** What the law gives to the person (LGPD, art. 18), for the administration. */
export function DireitosDoTitular({ matricula }: { matricula: string }) {
  const exportar = useMutation(exportTitular);
  return (
    <Secao titulo="Direitos do titular">
      <p className="text-sm text-muted">
        Um arquivo ZIP com o cadastro, os veículos, as passagens com as fotos e o histórico desta
        pessoa, para entregar a ela. A exportação fica na auditoria.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon="download"
          loading={exportar.isPending}
          onClick={() => exportar.mutate(matricula)}
        >
          Exportar dados do titular
        </Button>
      </div>
    </Secao>
  );
}
