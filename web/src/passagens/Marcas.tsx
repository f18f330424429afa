import type { Passagem } from '@unipark/contract/passagem';
import { Chip } from '../ui/layout/Chip.tsx';
import { PlacaComparada } from '../veiculos/placa/PlacaComparada.tsx';

export function Marcas({ passagem }: { passagem: Passagem }) {
  const { placa, teste, atrasada, correcao, sugestoes } = passagem;
  const [sugestao] = sugestoes;
  return (
    <>
      {teste && <Chip icon="flask">Teste</Chip>}
      {atrasada && <Chip icon="clock">Atrasada</Chip>}
      {correcao && <Chip icon="pencil">Corrigida</Chip>}
      {sugestao && (
        <Chip icon="question" whole>
          {sugestao.nivel === 'provavel' ? 'Provável: ' : 'Parecida: '}
          <PlacaComparada placa={sugestao.placa} lida={placa} className="text-base" />
        </Chip>
      )}
    </>
  );
}
