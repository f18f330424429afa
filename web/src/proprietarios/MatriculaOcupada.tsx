import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { proprietario } from './api.ts';

/** Says, before anything is sent, that a matrícula already has its owner. */
export function MatriculaOcupada({ matricula }: { matricula: string }) {
  const { data: dono } = useQuery(proprietario(matricula));
  if (!dono || dono.matricula !== matricula) return null;
  return (
    <span className="font-medium text-warning">
      Já cadastrada para{' '}
      <Link to={`/proprietarios/consultar?q=${encodeURIComponent(matricula)}`}>{dono.nome}</Link>
    </span>
  );
}
