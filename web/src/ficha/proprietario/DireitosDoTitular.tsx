import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { part } from '../../lib/wire/parts.ts';
import { exportTitular } from '../../titulares/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Secao } from '../Secao.tsx';

const AnonimizarTitular = part(() =>
  import('../../titulares/AnonimizarTitular.tsx').then((file) => file.AnonimizarTitular),
);

type Props = { matricula: string; onAnonimizado: () => void };

/** What the law gives to the person (LGPD, art. 18), for the administration. */
export function DireitosDoTitular({ matricula, onAnonimizado }: Props) {
  const exportar = useMutation(exportTitular);
  const [anonimizando, setAnonimizando] = useState(false);
  return (
    <Secao titulo="Direitos do titular">
      <p className="text-sm text-muted">
        A exportação é um arquivo ZIP com o cadastro, os veículos, as passagens com as fotos e o
        histórico desta pessoa, para entregar a ela. Os dois atos ficam na auditoria.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon="download"
          loading={exportar.isPending}
          onClick={() => exportar.mutate(matricula)}
        >
          Exportar dados do titular
        </Button>
        <Button icon="trash" onClick={() => setAnonimizando(true)}>
          Anonimizar titular
        </Button>
      </div>
      <Suspense>
        {anonimizando && (
          <AnonimizarTitular
            matricula={matricula}
            onClose={() => setAnonimizando(false)}
            onDone={onAnonimizado}
          />
        )}
      </Suspense>
    </Secao>
  );
}
