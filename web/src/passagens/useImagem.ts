import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { imagemQuery } from './historico/historico.ts';

/** An object URL of a picture for `<img>`, fetched with the bearer while `ligada`; released afterwards. */
export function useImagem(
  passagem: string,
  imagem: string | undefined,
  { ligada = true, miniatura = false } = {},
) {
  const { data, isError } = useQuery({
    ...imagemQuery(passagem, imagem ?? '', miniatura),
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
