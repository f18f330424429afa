import { useMutation, useQuery } from '@tanstack/react-query';
import type { NovoDispositivo as Corpo } from '@unipark/contract/dispositivo';
import { useNavigate, useParams } from 'react-router';
import { dispositivoQuery, updateDispositivo } from './api.ts';
import { EstadoDispositivo } from './EstadoDispositivo.tsx';
import { FormularioDispositivo } from './FormularioDispositivo.tsx';
import { caminhoDo } from './rotas.ts';

/** The settings of a device, as they were when the form opened: a later edit of another is a 412. */
export function EditarDispositivo() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const consulta = useQuery({
    ...dispositivoQuery(id),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const { mutateAsync } = useMutation(updateDispositivo);
  const { data: de } = consulta;
  if (!de) return <EstadoDispositivo consulta={consulta} />;

  const salvar = async ({ dialeto: _, ...corpo }: Corpo) => {
    await mutateAsync({ de, corpo });
    navigate(caminhoDo(id));
  };
  return (
    <>
      <h2>{`Editar ${de.nome}`}</h2>
      <FormularioDispositivo
        dispositivo={de}
        rotulo="Salvar"
        voltar={caminhoDo(id)}
        onSalvar={salvar}
      />
    </>
  );
}
