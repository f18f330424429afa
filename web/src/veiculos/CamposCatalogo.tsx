import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { anos, marcas, modelos } from '../fipe/api.ts';
import { CampoDaLista } from './CampoDaLista.tsx';
import { type Catalogo, codigoDe, escolherMarca, escolherModelo } from './catalogo.ts';
import type { Erros } from './erros.ts';

type Props<C extends Catalogo> = {
  value: C;
  onChange: (valor: C) => void;
  /** Numbers before the labels, where the sections are numbered. */
  numeros?: readonly [number, number, number];
  erros: Erros;
  className?: string;
};

/** Brand, model, year: each list depends on the choice before it. Typed text is welcome. */
export function CamposCatalogo<C extends Catalogo>(props: Props<C>) {
  const { value, onChange, numeros = [], erros, className } = props;
  const listaMarcas = useQuery(marcas(value.tipo));
  const marca = codigoDe(listaMarcas.data ?? [], value.marca);
  const listaModelos = useQuery(modelos(value.tipo, marca));
  const modelo = codigoDe(listaModelos.data ?? [], value.modelo);
  const listaAnos = useQuery(anos(value.tipo, marca, modelo));

  const anuncio = useAnuncio(value);

  return (
    <>
      <CampoDaLista
        rotulo="Marca"
        numero={numeros[0]}
        value={value.marca}
        erro={erros.marca}
        lista={listaMarcas}
        espera={value.tipo ? undefined : 'Escolha o tipo primeiro'}
        onChange={(texto) => onChange(escolherMarca(value, texto))}
        className={className}
      />
      <CampoDaLista
        rotulo="Modelo"
        numero={numeros[1]}
        value={value.modelo}
        erro={erros.modelo}
        lista={listaModelos}
        espera={value.marca ? undefined : 'Escolha a marca primeiro'}
        onChange={(texto) => onChange(escolherModelo(value, texto))}
        className={className}
      />
      <CampoDaLista
        rotulo="Ano"
        numero={numeros[2]}
        value={value.ano}
        erro={erros.ano}
        lista={listaAnos}
        espera={value.modelo ? undefined : 'Escolha o modelo primeiro'}
        onChange={(texto) => onChange({ ...value, ano: texto })}
        className={className}
      />
      <span role="status" className="sr-only">
        {anuncio}
      </span>
    </>
  );
}

/** The last thing a choice has cleared, whoever made it: the type is chosen elsewhere. */
function useAnuncio({ tipo, marca, modelo, ano }: Catalogo): string {
  const [visto, setVisto] = useState({ tipo, marca, modelo, ano });
  const [anuncio, setAnuncio] = useState('');
  const agora = { tipo, marca, modelo, ano };
  if (JSON.stringify(visto) !== JSON.stringify(agora)) {
    setVisto(agora);
    setAnuncio(dizerLimpos(visto, agora));
  }
  return anuncio;
}

/** Tells what a choice has cleared below it; silent when there was nothing. */
function dizerLimpos(antes: Catalogo, depois: Catalogo): string {
  const limpos = [
    depois.marca === '' && antes.marca !== '' && 'marca',
    depois.modelo === '' && antes.modelo !== '' && 'modelo',
    depois.ano === '' && antes.ano !== '' && 'ano',
  ].filter((nome) => nome !== false);
  const [primeiro] = limpos;
  if (!primeiro) return '';
  const nomes = new Intl.ListFormat('pt-BR').format(limpos);
  const verbo =
    limpos.length > 1 ? 'foram limpos' : primeiro === 'marca' ? 'foi limpa' : 'foi limpo';
  const frase = `${nomes} ${verbo}.`;
  return frase.charAt(0).toUpperCase() + frase.slice(1);
}
