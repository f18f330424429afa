import { useQuery } from '@tanstack/react-query';
import { Dispositivo, type NovoDispositivo } from '@unipark/contract/dispositivo';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useEdit } from '../../lib/screen/useEdit.ts';
import { ConflictDialog } from '../../ui/dialog/ConflictDialog.tsx';
import { dispositivoQuery, updateDispositivo } from '../api.ts';
import { EstadoDispositivo } from '../EstadoDispositivo.tsx';
import { pathOfDispositivo } from '../rotas.ts';
import { compareAjustes } from './comparacao.ts';
import { FormularioDispositivo } from './FormularioDispositivo.tsx';

type FailureHandler = (error: unknown) => void;

/** Edits a device from the version that the form opened with: another edit after that is a 412. */
export function EditarDispositivo() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const consulta = useQuery({
    ...dispositivoQuery(id),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const editar = useEdit(updateDispositivo, Dispositivo);
  const { current } = editar;
  const [de, setDe] = useState(consulta.data);
  const [minha, setMinha] = useState<NovoDispositivo>();
  if (!de && consulta.data) setDe(consulta.data);
  if (!de) return <EstadoDispositivo consulta={consulta} />;

  const goBack = () => navigate(pathOfDispositivo(id));
  const save = (novo: NovoDispositivo, onFailure?: FailureHandler) => {
    setMinha(novo);
    const { dialeto: _, ...corpo } = novo;
    editar.send(current ?? de, corpo, { onSaved: goBack, onFailure });
  };
  return (
    <>
      <h2>{`Editar ${de.nome}`}</h2>
      <FormularioDispositivo
        dispositivo={de}
        rotulo="Salvar"
        voltar={pathOfDispositivo(id)}
        enviando={editar.isPending || current !== undefined}
        onSave={save}
      />
      {current && minha && (
        <ConflictDialog
          title="Este dispositivo foi alterado por outra pessoa"
          rows={compareAjustes(minha, current)}
          busy={editar.isPending}
          onMine={() => save(minha)}
          onCurrent={goBack}
          onBack={editar.dismiss}
        />
      )}
    </>
  );
}
