import { useQuery } from '@tanstack/react-query';
import { proprietarioQuery } from '../proprietarios/api.ts';
import { Fact } from '../ui/layout/Fact.tsx';
import { veiculoQuery } from './api.ts';
import { Cor } from './Cor.tsx';
import { NAO_INFORMADO } from './rotulos.ts';

export function FichaVeiculo({ placa }: { placa: string }) {
  const { data: registro, isPending, isError } = useQuery(veiculoQuery(placa));
  const matricula = registro?.proprietario_matricula ?? '';
  const { data: dono } = useQuery(proprietarioQuery(matricula));
  const semResposta = isError && !registro ? 'Não foi possível carregar.' : NAO_INFORMADO;
  const aguarde = isPending ? '…' : semResposta;
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
