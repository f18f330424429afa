import type { Passagem } from '@unipark/contract/passagem';
import { Chip } from '../ui/layout/Chip.tsx';

export function Marcas({ passagem }: { passagem: Passagem }) {
  const { teste, atrasada, correcao, sugestoes } = passagem;
  const [sugestao] = sugestoes;
  return (
    <>
      {teste && <Chip icon="flask">Teste</Chip>}
      {atrasada && <Chip icon="clock">Atrasada</Chip>}
      {correcao && <Chip icon="pencil">Corrigida</Chip>}
      {sugestao && (
        <Chip icon="question">
          {`${sugestao.nivel === 'provavel' ? 'Provável' : 'Parecida'}: ${sugestao.placa}`}
        </Chip>
      )}
    </>
  );
}
