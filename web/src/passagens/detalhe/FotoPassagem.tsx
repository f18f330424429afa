import type { PapelImagem, Passagem } from '@unipark/contract/passagem';
import { useState } from 'react';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useImagem } from '../useImagem.ts';

const PAPEIS: Record<PapelImagem, string> = { cena: 'Cena', placa: 'Placa', veiculo: 'Veículo' };

type FotoPassagemProps = {
  passagem: string;
  placa: string;
  imagens: Passagem['imagens'];
  ampliada: boolean;
  onEnlarge: () => void;
};

export function FotoPassagem({ passagem, placa, imagens, ampliada, onEnlarge }: FotoPassagemProps) {
  const [escolhida, setEscolhida] = useState<string>();
  const imagem = imagens.find(({ id }) => id === escolhida) ?? imagens[0];
  const { url, falhou } = useImagem(passagem, imagem?.id);
  if (!imagem) return null;
  return (
    <figure className="foto">
      <button
        type="button"
        className="foto-quadro"
        aria-pressed={ampliada}
        aria-label={ampliada ? 'Reduzir a imagem' : 'Ampliar a imagem'}
        onClick={onEnlarge}
      >
        {url ? (
          <img src={url} alt={`${PAPEIS[imagem.papel]} da passagem de ${placa}`} />
        ) : (
          <span className="foto-espera">
            <Icon name="image" size={32} />
            {falhou && <span>Não foi possível carregar a imagem.</span>}
          </span>
        )}
      </button>
      {imagens.length > 1 && (
        <Segmented
          label="Imagem"
          name={`imagem-${passagem}`}
          value={imagem.id}
          onChange={setEscolhida}
          options={imagens.map(({ id, papel }) => ({ value: id, label: PAPEIS[papel] }))}
        />
      )}
    </figure>
  );
}
