/** The migrations: the numbered files of this folder, in the order of their numbers. */
import type { MigrationProvider } from 'kysely/migration';
import * as m0001 from './0001_cadastro.ts';
import * as m0002 from './0002_conta.ts';
import * as m0003 from './0003_aovivo.ts';
import * as m0004 from './0004_identidade.ts';
import * as m0005 from './0005_catalogo.ts';
import * as m0006 from './0006_alertas.ts';
import * as m0007 from './0007_sessoes.ts';
import * as m0008 from './0008_trabalhos.ts';
import * as m0009 from './0009_um_campo.ts';
import * as m0010 from './0010_contas.ts';
import * as m0011 from './0011_contato.ts';
import * as m0012 from './0012_painel.ts';
import * as m0013 from './0013_registrada.ts';
import * as m0014 from './0014_avisos.ts';
import * as m0015 from './0015_sem_alerta.ts';
import * as m0016 from './0016_contagens.ts';
import * as m0017 from './0017_ajustes_alerta.ts';
import * as m0018 from './0018_proprietarios_alterados.ts';
import * as m0019 from './0019_arquivos.ts';
import * as m0020 from './0020_passagens_horas.ts';
import * as m0021 from './0021_busca_sem_fila.ts';
import * as m0022 from './0022_retencao.ts';
import * as m0023 from './0023_importacoes.ts';
import * as m0024 from './0024_validade.ts';
import * as m0025 from './0025_titulares.ts';
import * as m0026 from './0026_lotes_veiculos.ts';
import * as m0027 from './0027_visitantes.ts';
import * as m0028 from './0028_registros_importados.ts';
import * as m0029 from './0029_links_visita.ts';
import * as m0030 from './0030_sincronizacao.ts';
import * as m0031 from './0031_guarda_e_meses.ts';
import * as m0032 from './0032_meses.ts';
import * as m0033 from './0033_de_quem.ts';

const PASSOS = {
  '0001_cadastro': m0001,
  '0002_conta': m0002,
  '0003_aovivo': m0003,
  '0004_identidade': m0004,
  '0005_catalogo': m0005,
  '0006_alertas': m0006,
  '0007_sessoes': m0007,
  '0008_trabalhos': m0008,
  '0009_um_campo': m0009,
  '0010_contas': m0010,
  '0011_contato': m0011,
  '0012_painel': m0012,
  '0013_registrada': m0013,
  '0014_avisos': m0014,
  '0015_sem_alerta': m0015,
  '0016_contagens': m0016,
  '0017_ajustes_alerta': m0017,
  '0018_proprietarios_alterados': m0018,
  '0019_arquivos': m0019,
  '0020_passagens_horas': m0020,
  '0021_busca_sem_fila': m0021,
  '0022_retencao': m0022,
  '0023_importacoes': m0023,
  '0024_validade': m0024,
  '0025_titulares': m0025,
  '0026_lotes_veiculos': m0026,
  '0027_visitantes': m0027,
  '0028_registros_importados': m0028,
  '0029_links_visita': m0029,
  '0030_sincronizacao': m0030,
  '0031_guarda_e_meses': m0031,
  '0032_meses': m0032,
  '0033_de_quem': m0033,
};

export const migrations: MigrationProvider = { getMigrations: async () => PASSOS };
