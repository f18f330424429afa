/**
 * `npm run notice` writes NOTICE: what `npm ci --omit=dev` installs, under which licence, with the
 * licences' texts. Packages of one platform are listed without a text, so that every machine writes
 * the same file; their texts are beside them in node_modules.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const raiz = fileURLToPath(new URL('..', import.meta.url));

export interface LockedPackage {
  /** Of a package that is installed under another name. */
  name?: string;
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  hasInstallScript?: boolean;
}

/** Every package of the lockfile, by its folder; our own workspaces left out. */
export function listLocked(): [pasta: string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(join(raiz, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages).filter(
    ([pasta, { link }]) => pasta.includes('node_modules/') && !link,
  );
}

export const nameOf = (pasta: string): string => pasta.replace(/^.*node_modules\//, '');

/** A licence of this length is a collection of others. */
const COLETANEA = 30_000;
const DIREITOS = /^\W*(copyright|\(c\)|©)[^[{<]*$/i;

interface LicenceText {
  direitos: string[];
  texto: string;
}

function readLicence(pasta: string): LicenceText | undefined {
  const [arquivo] = readdirSync(join(raiz, pasta)).filter((nome) =>
    /^(licen[cs]e|copying)(\.\w+|-\w+)?$/i.test(nome),
  );
  if (!arquivo) return undefined;
  const inteiro = readFileSync(join(raiz, pasta, arquivo), 'utf8')
    .replaceAll('\r', '')
    .trim();
  if (inteiro.length > COLETANEA) {
    return { direitos: [], texto: `O texto é longo e está em ${pasta}/${arquivo}.` };
  }
  const linhas = inteiro.split('\n').map((linha) => linha.trim());
  const direitos = linhas.filter((linha) => DIREITOS.test(linha)).slice(0, 6);
  const corpo = linhas.filter((linha) => !DIREITOS.test(linha)).join('\n');
  return { direitos, texto: corpo.replace(/\n{3,}/g, '\n\n').trim() };
}

/** Two texts that differ in spaces, quotes or capitals alone are one. */
const keyOf = (texto: string): string => texto.toLowerCase().replace(/[^a-z0-9]+/g, ' ');

const RISCO = '-'.repeat(100);
const CABECALHO = `UNIPARK
Licenças do que acompanha o programa. Este arquivo é gerado: npm run notice

Na própria árvore:
  Inter, letra das telas (web/src/ui/fonts/inter-OFL.txt) — OFL-1.1
  placa-unipark, letra das placas, feita da Barlow Condensed (web/src/ui/fonts/placa-unipark-OFL.txt) — OFL-1.1
  Lista de municípios (server/src/cidades/municipios.json), de @brazilian-utils/brazilian-utils — MIT
  Node.js (node_modules/node-*, texto em node_modules/node-*/LICENSE) — MIT e outras
  libvips e as bibliotecas dentro dela (node_modules/@img/sharp-libvips-*), usadas sem alteração — LGPL-3.0-or-later

O que as telas levam ao navegador tem os textos inteiros em /licencas.txt do servidor.
`;

/** The text of NOTICE, from the lockfile and the installed packages. */
export function buildNotice(): string {
  const linhas: string[] = [];
  const textos = new Map<string, { texto: string; nomes: string[] }>();
  for (const [pasta, { version, license = 'sem licença declarada', ...locked }] of listLocked()) {
    if (locked.dev) continue;
    const nome = `${nameOf(pasta)} ${version}`;
    const fixo = !locked.optional && !locked.os;
    const licenca = fixo && existsSync(join(raiz, pasta)) ? readLicence(pasta) : undefined;
    linhas.push([`${nome} — ${license}`, ...(licenca?.direitos ?? [])].join('\n    '));
    if (!licenca) continue;
    const chave = keyOf(licenca.texto);
    const grupo = textos.get(chave) ?? { texto: licenca.texto, nomes: [] };
    textos.set(chave, { ...grupo, nomes: [...grupo.nomes, nome] });
  }
  const blocos = [...textos.values()].map(
    ({ texto, nomes }) => `${RISCO}\n${nomes.join(', ')}\n\n${texto}\n`,
  );
  const lista = [...new Set(linhas)].sort().join('\n');
  return `${CABECALHO}\n${RISCO}\nPacotes\n\n${lista}\n\n${blocos.sort().join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(raiz, 'NOTICE'), buildNotice());
}
