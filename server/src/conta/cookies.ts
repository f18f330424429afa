/** Our cookies: no script can read them, and only this host receives them. */

interface LineOptions {
  /** How long the browser keeps it; 0 deletes it. */
  segundos: number;
  caminho: string;
  seguro: boolean;
  /** 'Lax' for an answer that comes from another site; otherwise 'Strict'. */
  sameSite?: 'Strict' | 'Lax' | undefined;
}

export function cookieLine(
  nome: string,
  valor: string,
  { segundos, caminho, seguro, sameSite = 'Strict' }: LineOptions,
): string {
  const atributos = `Max-Age=${segundos}; Path=${caminho}; HttpOnly; SameSite=${sameSite}`;
  return `${nome}=${valor}; ${atributos}${seguro ? '; Secure' : ''}`;
}

/** The value of a cookie in a Cookie header, or ''. */
export function cookieValue(cookies: string | null, nome: string): string {
  const partes = (cookies ?? '').split(';').map((parte) => parte.trim());
  return partes.find((parte) => parte.startsWith(`${nome}=`))?.slice(nome.length + 1) ?? '';
}
