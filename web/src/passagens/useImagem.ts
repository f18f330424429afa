import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { imagemDaPassagem } from './historico.ts';

/** A picture as an address for `<img>`, fetched with the bearer while `ligada`; freed afterwards. */
export function useImagem(passagem: string, imagem: string | undefined, ligada = true) {
  const { data, isError } = useQuery({
    ...imagemDaPassagem(passagem, imagem ?? ''),
    enabled: ligada && imagem !== undefined,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const feita = URL.createObjectURL(data);
    setUrl(feita);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(feita);
    };
  }, [data]);
  return { url, falhou: isError };
}
