/** `unipark doctor`: what to check before asking for help. */
import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { needsFfmpeg } from '@unipark/contract/camera';
import * as z from 'zod/mini';
import { examineFfmpeg } from './cameras/engine/engine.ts';
import { type CamerasFile, CamerasFileError, readCamerasFile } from './cameras/file.ts';
import type { Config } from './config.ts';
import { countPendentes } from './conta/cadastro/repo.ts';
import { describeFault, discover } from './conta/oidc/provedor.ts';
import { countContas } from './conta/repo.ts';
import { examineCopias } from './copias/exame.ts';
import { findAtiva } from './fipe/edicoesRepo.ts';
import { listOcorrencias } from './fipe/ocorrenciasRepo.ts';
import { describeCounts, describeTabela, number, ORIGENS } from './fipe/rotulos.ts';
import { findAndamento } from './fipe/trabalhos.ts';
import { examineSincronizacao } from './importacoes/sincronizacao/exame.ts';
import { siteRoot } from './installation.ts';
import { describeFuture } from './marcas.ts';
import { examineFotos } from './passagens/fotosExame.ts';
import { nowMs } from './platform/clock.ts';
import { type Banco, filesOf, ping } from './platform/db/banco.ts';
import { isReadOnlyDisk } from './platform/db/sqlite/files.ts';
import { examineFile } from './platform/db/sqlite/integrity.ts';
import { judgeDisk, measureDisk } from './platform/disk.ts';
import { verifyServidor } from './platform/mail/smtp.ts';
import { FolderInUse, lockDataDir } from './platform/process/lock.ts';
import { explainStartFailure } from './platform/process/startup.ts';

/** An error can stop the gate; a warning is a setting that should be intended. */
export interface DoctorFinding {
  nivel: 'bom' | 'aviso' | 'falha';
  texto: string;
}

const pass = (texto: string): DoctorFinding => ({ nivel: 'bom', texto });
const warn = (texto: string): DoctorFinding => ({ nivel: 'aviso', texto });
const fail = (texto: string): DoctorFinding => ({ nivel: 'falha', texto });

const Estado = z.object({ aviso: z.nullable(z.string()), auditoriaNaMemoria: z.number() });

function examinePasta({ dataDir }: Config): DoctorFinding {
  if (isReadOnlyDisk(dataDir)) {
    return fail(`Pasta de dados ${dataDir}: o disco está só para leitura. Confira o disco.`);
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    return fail(`Pasta de dados ${dataDir}: sem permissão para ler e gravar.`);
  }
  return pass(`Pasta de dados ${dataDir}`);
}

/** Only the server's own user may read secrets and register. */
function examinePermissoes({ dataDir, segredoFile }: Config): DoctorFinding {
  const isOpen = (arquivo: string, outros: number): boolean => {
    const estado = statSync(arquivo, { throwIfNoEntry: false });
    return estado !== undefined && (estado.mode & outros) !== 0;
  };
  const abertos = ['identidade.segredo', 'unipark.db'].filter((nome) =>
    isOpen(join(dataDir, nome), 0o077),
  );
  // It may belong to the group of the service.
  if (segredoFile !== null && isOpen(segredoFile, 0o007)) abertos.push(segredoFile);
  if (process.platform === 'win32' || abertos.length === 0)
    return pass('Arquivos acessíveis só a este usuário');
  return warn(`Outros usuários podem ler: ${abertos.join(', ')}. Use chmod 600.`);
}

const examineDisco = async ({ dataDir }: Config): Promise<DoctorFinding> =>
  judgeDisk('Disco da pasta de dados', await measureDisk(dataDir));

function examineServidor({ dataDir }: Config): DoctorFinding {
  try {
    lockDataDir(dataDir)();
    return warn('Servidor parado');
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return pass('Servidor no ar');
  }
}

const PERGUNTA_MS = 3_000;

/** The running server's report about its disk: only the server knows what it keeps in memory. */
async function examineGravacao({ port, host }: Config): Promise<DoctorFinding[]> {
  const maquina = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const endereco = `http://${maquina.includes(':') ? `[${maquina}]` : maquina}:${port}/readyz`;
  try {
    const resposta = await fetch(endereco, { signal: AbortSignal.timeout(PERGUNTA_MS) });
    const { aviso: texto, auditoriaNaMemoria } = Estado.parse(await resposta.json());
    return [
      ...(texto === null ? [] : [fail(texto)]),
      ...(auditoriaNaMemoria > 0
        ? [
            warn(
              `Registros de auditoria que só estão na memória do servidor: ${auditoriaNaMemoria}`,
            ),
          ]
        : []),
    ];
  } catch {
    // Stopped, at another address, or busy: the line about the server reports it.
    return [];
  }
}

/** Checks every page of the register, its indexes and its references. */
async function examineBanco(db: Banco): Promise<DoctorFinding> {
  const arquivos = filesOf(db);
  if (!arquivos) {
    return ping(db).then(
      () => pass('PostgreSQL responde'),
      (error: unknown) => fail(`PostgreSQL: ${explainStartFailure(error)}`),
    );
  }
  const damaged = (achado: string) =>
    fail(`Banco de dados danificado: ${achado}. Restaure uma cópia de segurança.`);
  try {
    const achado = examineFile(arquivos.arquivo, true);
    return achado === null ? pass('Banco de dados íntegro') : damaged(achado);
  } catch (error) {
    return damaged(String(error));
  }
}

async function examineAdministracao(db: Banco, { signupMode }: Config): Promise<DoctorFinding> {
  const { contas, admins } = await countContas(db);
  if (admins > 0) return pass(`Contas: ${contas}, administradores: ${admins}`);
  const comando = 'npm run unipark -- user create --email … --nome … --admin';
  if (signupMode === 'aberto' && contas === 0) return warn('Nenhuma conta ainda');
  return fail(`Nenhum administrador. Use: ${comando}`);
}

async function examineEspera(db: Banco): Promise<DoctorFinding[]> {
  const { aprovacao, email } = await countPendentes(db);
  return [
    ...(aprovacao > 0 ? [warn(`Contas aguardando aprovação: ${aprovacao}`)] : []),
    ...(email > 0 ? [pass(`Contas aguardando a confirmação do e-mail: ${email}`)] : []),
  ];
}

function examineExposicao({ local, publicUrl, signupMode }: Config): DoctorFinding[] {
  if (local) return [pass('Instalação local: só esta máquina acessa')];
  const https = publicUrl?.protocol === 'https:';
  const texto =
    'Sem https, senhas e sessões trafegam sem proteção pela rede. Defina PUBLIC_URL=https://…';
  const cadastro =
    'SIGNUP_MODE=aberto: qualquer pessoa com acesso ao endereço pode criar uma conta.';
  return [
    https ? pass(`Endereço público ${publicUrl.origin}`) : warn(texto),
    signupMode === 'aberto' ? warn(cadastro) : pass(`SIGNUP_MODE=${signupMode}`),
  ];
}

async function examineEntradaUnica({ oidc }: Config): Promise<DoctorFinding[]> {
  if (!oidc) return [];
  const nome = `Entrada única (OIDC_ISSUER=${oidc.issuer.href})`;
  return discover(oidc).then(
    () => [pass(`${nome}: responde`)],
    (error: unknown) => [
      warn(
        `${nome}: não responde como esperado (${describeFault(error).codigo}). ` +
          'As outras formas de entrar continuam.',
      ),
    ],
  );
}

/** Whether mail works, asked of the mail server itself. */
async function examineCorreio({ correio: config }: Config): Promise<DoctorFinding> {
  if (!config) {
    return warn(
      'Sem SMTP_URL: nenhum e-mail é enviado. Senhas são redefinidas pela administração e ' +
        'mensagens de contato ficam em Configurações. Defina SMTP_URL e MAIL_FROM.',
    );
  }
  const motivo = await verifyServidor(config);
  return motivo ? fail(`E-mail: ${motivo} Confira SMTP_URL.`) : pass('E-mail: o servidor responde');
}

function examineArgumentos({ cameras }: CamerasFile): DoctorFinding[] {
  const abertas = cameras.filter(({ permitirSenhaEmArgumentos }) => permitirSenhaEmArgumentos);
  if (abertas.length === 0) return [];
  const ids = abertas.map(({ id }) => id).join(', ');
  return [
    warn(
      `Câmera ${ids}: permitirSenhaEmArgumentos deixa a senha visível a outros usuários desta ` +
        'máquina. Esta versão não precisa do campo: retire-o. Para mantê-lo, use um usuário só ' +
        'para o serviço, /proc montado com hidepid=2 e uma conta da câmera com acesso só às imagens.',
    ),
  ];
}

const FFMPEG_DISPENSADO = pass('ffmpeg: nenhuma câmera ativa precisa dele');

async function cameras({ camerasFile, ffmpegPath, findSegredo }: Config): Promise<DoctorFinding[]> {
  const ffmpeg = await examineFfmpeg(ffmpegPath);
  const achado = ffmpeg.ok && pass(`ffmpeg ${ffmpeg.versao} (${ffmpeg.caminho})`);
  const falta = ffmpeg.ok ? '' : ffmpeg.texto;
  if (!camerasFile) return [achado || FFMPEG_DISPENSADO, pass('Nenhuma câmera configurada')];
  try {
    const lidas = readCamerasFile(camerasFile, findSegredo);
    const ativas = lidas.cameras.filter(({ ativa }) => ativa);
    const precisa = ativas.some(({ tipo }) => needsFfmpeg(tipo));
    return [
      achado || (precisa ? fail(falta) : FFMPEG_DISPENSADO),
      pass(`Câmeras: ${lidas.cameras.length}, ativas: ${ativas.length}`),
      ...examineArgumentos(lidas),
    ];
  } catch (error) {
    if (!(error instanceof CamerasFileError)) throw error;
    return [achado || warn(falta), fail(error.message)];
  }
}

/** Whether the stored times agree with the clock. */
async function examineRelogio(db: Banco): Promise<DoctorFinding> {
  const frase = await describeFuture(db);
  return frase ? warn(frase) : pass('Relógio: nenhum registro com data no futuro');
}

/** Older occurrences are not reported. */
const OCORRENCIA_MS = 30 * 86_400_000;

async function examineCatalogo(db: Banco, { fipe }: Config): Promise<DoctorFinding[]> {
  const [ativa, andamento] = [await findAtiva(db), await findAndamento(db)];
  const [ultima] = await listOcorrencias(db, 1);
  const exames: DoctorFinding[] = [];
  if (ativa) {
    const onde = `${describeTabela(ativa)} (${ORIGENS[ativa.origem]})`;
    exames.push(pass(`${onde}: ${describeCounts(ativa)}`));
  } else exames.push(warn('Catálogo vazio: ele vem com o primeiro início do servidor.'));
  const nomes = fipe.provedores.map(({ nome }) => nome).join(', ');
  const quando = fipe.agendada ? 'mensal' : 'só manual';
  exames.push(
    pass(
      nomes
        ? `Atualização do catálogo: ${quando}, de ${nomes}`
        : 'Atualização do catálogo: nenhum provedor, nada sai do servidor',
    ),
  );
  if (andamento?.parado && andamento.trabalho !== 'anos') {
    const { feitos, total, trabalho } = andamento;
    const comando = trabalho === 'arquivo' ? 'fipe import' : 'fipe sync';
    const onde = total === null ? number(feitos) : `${number(feitos)} de ${number(total)}`;
    exames.push(
      warn(`Um catálogo novo parou em ${onde}. Para continuar: npm run unipark -- ${comando}`),
    );
  }
  if (ultima && nowMs() - Date.parse(ultima.quando) < OCORRENCIA_MS) {
    const dia = new Date(ultima.quando).toLocaleDateString('pt-BR');
    const quem = ultima.provedor ? `${ultima.provedor}: ` : '';
    exames.push(warn(`Última ocorrência do catálogo (${dia}): ${quem}${ultima.motivo}`));
  }
  return exames;
}

export async function examine(db: Banco, config: Config): Promise<DoctorFinding[]> {
  return [
    pass(`Node.js ${process.versions.node}`),
    examinePasta(config),
    examinePermissoes(config),
    await examineDisco(config),
    await examineBanco(db),
    examineServidor(config),
    ...(await examineGravacao(config)),
    ...(await examineFotos(db, config, siteRoot)),
    ...(await examineCopias(config, db)),
    await examineRelogio(db),
    await examineAdministracao(db, config),
    ...(await examineEspera(db)),
    ...(await examineSincronizacao(db, config.sincronizacao)),
    ...examineExposicao(config),
    await examineCorreio(config),
    ...(await examineEntradaUnica(config)),
    ...(await cameras(config)),
    ...(await examineCatalogo(db, config)),
  ];
}
