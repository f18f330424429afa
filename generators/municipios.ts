/**
 * `node generators/municipios.ts` writes server/src/cidades/municipios.json from the list of IBGE's
 * municipalities.
 */
import { writeFileSync } from 'node:fs';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils';

const porEstado: Record<string, string[]> = {};
for (const { name, stateCode } of getMunicipalities()) {
  porEstado[stateCode] ??= [];
  porEstado[stateCode].push(name);
}
const linhas = Object.keys(porEstado)
  .sort()
  .map((estado) => {
    const nomes = (porEstado[estado] ?? []).sort((a, b) => a.localeCompare(b, 'pt-BR'));
    return `  ${JSON.stringify(estado)}: ${JSON.stringify(nomes)}`;
  });
const destino = new URL('../server/src/cidades/municipios.json', import.meta.url);
writeFileSync(destino, `{\n${linhas.join(',\n')}\n}\n`);
