import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CAMPOS_VEICULO } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { anosQuery, marcasQuery, modelosQuery, type OpcaoCatalogo } from '../fipe/api.ts';
import { CampoDaLista } from './CampoDaLista.tsx';
import { type CatalogoChoice, chooseMarca, chooseModelo, getCodigo } from './catalogo.ts';
import type { FieldErrors } from './useCampos.ts';

type Props<C extends CatalogoChoice> = {
  value: C;
  onChange: (valor: C) => void;
  /** Each is a numbered section. */
  numerado?: boolean;
  erros: FieldErrors;
  className?: string;
};

type CatalogoQuery = UseQueryResult<OpcaoCatalogo[]>;

/** Make, model, year: each list depends on the choice before it. Typed text is accepted. */
export function CamposCatalogo<C extends CatalogoChoice>(props: Props<C>) {
  const { value, onChange, numerado = false, erros, className } = props;
  const listaMarcas = useQuery(marcasQuery(value.tipo));
  const marca = getCodigo(listaMarcas.data ?? [], value.marca);
  const listaModelos = useQuery(modelosQuery(value.tipo, marca));
  const modelo = getCodigo(listaModelos.data ?? [], value.modelo);
  const listaAnos = useQuery(anosQuery(value.tipo, marca, modelo));

  const anuncio = useAnuncio(value);

  const buildCampoProps = (
    chave: 'marca' | 'modelo' | 'ano',
    lista: CatalogoQuery,
    espera: string | false,
  ) => {
    const { rotulo, secao } = CAMPOS_VEICULO[chave];
    return {
      rotulo,
      numero: numerado ? secao : undefined,
      value: value[chave],
      erro: erros[chave],
      lista,
      espera: espera || undefined,
      className,
    };
  };
  return (
    <>
      <CampoDaLista
        {...buildCampoProps('marca', listaMarcas, !value.tipo && 'Escolha o tipo primeiro')}
        onChange={(texto) => onChange(chooseMarca(value, texto))}
      />
      <CampoDaLista
        {...buildCampoProps('modelo', listaModelos, !value.marca && 'Escolha a marca primeiro')}
        onChange={(texto) => onChange(chooseModelo(value, texto))}
      />
      <CampoDaLista
        {...buildCampoProps('ano', listaAnos, !value.modelo && 'Escolha o modelo primeiro')}
        onChange={(texto) => onChange({ ...value, ano: texto })}
      />
      <span role="status" className="sr-only">
        {anuncio}
      </span>
    </>
  );
}

/** The fields that the last choice has cleared; the type is chosen in another component. */
function useAnuncio({ tipo, marca, modelo, ano }: CatalogoChoice): string {
  const [visto, setVisto] = useState({ tipo, marca, modelo, ano });
  const [anuncio, setAnuncio] = useState('');
  const agora = { tipo, marca, modelo, ano };
  if (JSON.stringify(visto) !== JSON.stringify(agora)) {
    setVisto(agora);
    setAnuncio(formatLimpos(visto, agora));
  }
  return anuncio;
}

/** Announces the fields that a choice has cleared; silent when there are none. */
function formatLimpos(antes: CatalogoChoice, depois: CatalogoChoice): string {
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
