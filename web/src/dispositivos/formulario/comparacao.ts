import type { Dispositivo, EdicaoDispositivo } from '@unipark/contract/dispositivo';

const ROTULOS = {
  nome: 'Nome',
  camera: 'Câmera padrão',
  cameras: 'Mapa de câmeras',
  sentido: 'Sentido',
  fuso: 'Fuso horário',
  confianca_minima: 'Confiança mínima',
  origens_imagem: 'Servidores de imagens permitidos',
  aceita_sem_placa: 'Passagens sem placa legível',
  ips: 'IPs permitidos',
  digest: 'Autenticação Digest',
  caminho_raiz: 'Caminho na raiz',
  ativo: 'Ativo',
} as const;
type AjusteKey = keyof typeof ROTULOS;

const PALAVRAS: Record<string, string> = {
  nao: 'Não',
  sim: 'Sim',
  sem_nonce: 'Sem desafio',
  entrada: 'Entrada',
  saida: 'Saída',
};

function describe(valor: unknown): string {
  if (typeof valor === 'boolean') return valor ? 'Sim' : 'Não';
  if (typeof valor === 'string') return PALAVRAS[valor] ?? valor;
  if (typeof valor === 'number') return String(valor).replace('.', ',');
  if (Array.isArray(valor)) return valor.join(', ');
  if (typeof valor !== 'object' || valor === null) return '';
  return Object.entries(valor)
    .map(([chave, item]) =>
      typeof item === 'string' && chave !== 'padrao'
        ? `${chave} = ${describe(item)}`
        : describe(item),
    )
    .filter(Boolean)
    .join(', ');
}

const orNone = (valor: unknown): string => describe(valor) || 'Não informado';

/** The settings that an edit names, beside those of the device as it is now. */
export const compareAjustes = (minha: EdicaoDispositivo, atual: Dispositivo) => [
  ...(Object.keys(ROTULOS) as AjusteKey[])
    .filter((chave) => minha[chave] !== undefined)
    .map((chave) => ({
      label: ROTULOS[chave],
      mine: orNone(minha[chave]),
      current: orNone(atual[chave]),
    })),
  ...(minha.mqtt === undefined
    ? []
    : [{ label: 'MQTT', mine: orNone(minha.mqtt?.url), current: orNone(atual.mqtt?.url) }]),
];
