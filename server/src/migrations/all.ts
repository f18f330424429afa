/** The migrations in order: one visible list. */
import type { Migration } from 'kysely/migration';
import { up as cadastro } from './0001_cadastro.ts';
import { up as conta } from './0002_conta.ts';
import { up as aovivo } from './0003_aovivo.ts';
import { up as identidade } from './0004_identidade.ts';
import { up as catalogo } from './0005_catalogo.ts';
import { up as alertas } from './0006_alertas.ts';
import { up as sessoes } from './0007_sessoes.ts';
import { up as trabalhos } from './0008_trabalhos.ts';
import { up as umCampo } from './0009_um_campo.ts';
import { up as contas } from './0010_contas.ts';
import { up as contato } from './0011_contato.ts';
import { up as painel } from './0012_painel.ts';
import { up as registrada } from './0013_registrada.ts';
import { up as avisos } from './0014_avisos.ts';

export const migrations: Record<string, Migration> = {
  '0001_cadastro': { up: cadastro },
  '0002_conta': { up: conta },
  '0003_aovivo': { up: aovivo },
  '0004_identidade': { up: identidade },
  '0005_catalogo': { up: catalogo },
  '0006_alertas': { up: alertas },
  '0007_sessoes': { up: sessoes },
  '0008_trabalhos': { up: trabalhos },
  '0009_um_campo': { up: umCampo },
  '0010_contas': { up: contas },
  '0011_contato': { up: contato },
  '0012_painel': { up: painel },
  '0013_registrada': { up: registrada },
  '0014_avisos': { up: avisos },
};
