/** Network addresses: what counts as one caller, and what is on a list. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** The /64 of an IPv6 address: one subscriber, with any number of addresses. */
function subnet64(ip: string): string {
  const [antes = '', depois] = ip.split('::');
  const inicio = antes.split(':').filter(Boolean);
  const fim = (depois ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - inicio.length - fim.length) }, () => '0');
  const grupos = depois === undefined ? inicio : [...inicio, ...zeros, ...fim];
  return `${grupos
    .slice(0, 4)
    .map((grupo) => Number.parseInt(grupo, 16).toString(16))
    .join(':')}::/64`;
}

/** The address without its zone; an IPv4 one (also written as ::ffff:…) in IPv4 form. */
function plain(ip: string): string {
  const semZona = ip.split('%')[0]?.toLowerCase() ?? '';
  const v4 = /^(?:0*:)*:?(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(semZona)?.[1];
  return v4 && isIPv4(v4) ? v4 : semZona;
}

/** What counts as one caller: an IPv4 address or an IPv6 /64. */
export function networkOf(ip: string): string {
  const endereco = plain(ip);
  return endereco.includes(':') ? subnet64(endereco) : endereco;
}

/** Whether an address is one of these addresses and ranges (CIDR). */
export function isListed(ip: string, faixas: string[]): boolean {
  const endereco = plain(ip);
  const familia = isIP(endereco);
  if (familia === 0) return false;
  const lista = new BlockList();
  for (const faixa of faixas) {
    const [base = '', bits] = faixa.split('/');
    const tipo = isIPv4(base) ? 'ipv4' : 'ipv6';
    if (isIP(base) === 0) continue;
    if (bits === undefined) lista.addAddress(base, tipo);
    else lista.addSubnet(base, Number(bits), tipo);
  }
  return lista.check(endereco, familia === 4 ? 'ipv4' : 'ipv6');
}
