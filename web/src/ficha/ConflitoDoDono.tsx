import { useQuery } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { proprietario } from '../proprietarios/api.ts';
import { NAO_INFORMADO } from '../veiculos/rotulos.ts';
import { ConflitoDaParte } from './ConflitoDaParte.tsx';
import type { Parte } from './useParte.ts';

const dizer = (nome: string | undefined, matricula: string): string =>
  [nome, matricula].filter(Boolean).join(' · ') || NAO_INFORMADO;

/** Two people gave the vehicle an owner; the register names the other's choice by its matrícula. */
export function ConflitoDoDono({ parte, minha }: { parte: Parte; minha?: Partial<Ficha> }) {
  const matricula = parte.conflito?.atual.proprietario_matricula ?? '';
  const { data: dono } = useQuery(proprietario(matricula));
  const meu = minha?.proprietario;
  return (
    <ConflitoDaParte
      parte={parte}
      label="Proprietário"
      minha={dizer(meu?.nome, meu?.matricula ?? '')}
      atual={dizer(dono?.nome, matricula)}
    />
  );
}
