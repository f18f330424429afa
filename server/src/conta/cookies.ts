/** Cookies of ours: no script reads them, and they are for this host alone. */

interface LineOptions {
  /** How long the browser keeps it; 0 takes it out. */
  segundos: number;
  caminho: string;
  seguro: boolean;
  /** 'Lax' for an answer that comes from another site; 'Strict' for the rest. */
  sameSite?: 'Strict' | 'Lax' | undefined;
}

/** A line of Set-Cookie. */
export function cookieLine(
  nome: string,
  valor: string,
  { segundos, caminho, seguro, sameSite = 'Strict' }: LineOptions,
): string {
  const atributos = `Max-Age=${segundos}; Path=${caminho}; HttpOnly; SameSite=${sameSite}`;
  return `${nome}=${valor}; ${atributos}${seguro ? '; Secure' : ''}`;
}

/** The value that a Cookie header carries under a name, or ''. */
export function cookieValue(cookies: string | null, nome: string): string {
  const partes = (cookies ?? '').split(';').map((parte) => parte.trim());
  return partes.find((parte) => parte.startsWith(`${nome}=`))?.slice(nome.length + 1) ?? '';
}
