import { useQuery } from '@tanstack/react-query';
import { proprietario } from '../proprietarios/api.ts';
import { Fact } from '../ui/Fact.tsx';
import { veiculo } from './api.ts';
import { Cor } from './Cor.tsx';

const SEM_DADO = 'Não informado';

/** What the register adds to a passage: whose the vehicle is, its colour and its year. */
export function FichaVeiculo({ placa }: { placa: string }) {
  const { data: registro, isPending } = useQuery(veiculo(placa));
  const matricula = registro?.proprietario_matricula ?? '';
  const { data: dono } = useQuery(proprietario(matricula));
  const aguarde = isPending ? '…' : SEM_DADO;
  return (
    <>
      <Fact label="Proprietário">
        {matricula ? [dono?.nome, matricula].filter(Boolean).join(' · ') : aguarde}
      </Fact>
      <Fact label="Cor">{registro?.cor ? <Cor nome={registro.cor} /> : aguarde}</Fact>
      <Fact label="Ano">{registro?.ano ?? aguarde}</Fact>
    </>
  );
}
