import * as z from 'zod/mini';

const FAIXA = { error: 'IPs permitidos: use endereços ou faixas, como 10.0.0.7 ou 10.0.0.0/24.' };

/** An address or a range of addresses (CIDR), IPv4 or IPv6. */
export const Faixa = z.string(FAIXA).check(
  z.trim(),
  z.refine(
    (valor) =>
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((tipo) => tipo.safeParse(valor).success),
    FAIXA,
  ),
);

const SERVIDOR = {
  error:
    'Servidores de imagens permitidos: use nome ou IP do servidor, com porta se preciso (camera.local:8080).',
};
const NOME = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** A host, with a port when it is not the default. */
export const Servidor = z
  .string(SERVIDOR)
  .check(z.trim(), z.toLowerCase(), z.regex(NOME, SERVIDOR));

const FUSO = { error: 'Fuso: use um nome da IANA, como America/Sao_Paulo.' };

function isFuso(valor: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/.test(valor)) return false;
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: valor }).resolvedOptions() !== undefined;
  } catch {
    return false;
  }
}

/** A time zone by its IANA name. */
export const Fuso = z.string(FUSO).check(z.maxLength(64, FUSO), z.refine(isFuso, FUSO));

const CORRETOR = { error: 'MQTT: use um endereço como mqtt://servidor:1883 ou mqtts://servidor.' };

function isCorretor(valor: string): boolean {
  if (!URL.canParse(valor)) return false;
  const url = new URL(valor);
  const limpa = !url.username && !url.password && !url.search && !url.hash;
  return (
    /^mqtts?:$/.test(url.protocol) && url.hostname !== '' && limpa && !/^\/./.test(url.pathname)
  );
}

/** A broker's address, without user and password: they have their own fields. */
export const EnderecoMqtt = z
  .string(CORRETOR)
  .check(z.trim(), z.maxLength(300, CORRETOR), z.refine(isCorretor, CORRETOR));
