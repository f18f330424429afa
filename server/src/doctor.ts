/** `unipark doctor`: what a person should look at before calling for help. */
import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { examineFfmpeg } from './cameras/engine.ts';
import { CamerasFileError, type Configuradas, readCamerasFile } from './cameras/file.ts';
import type { Config } from './config.ts';
import { countPendentes } from './conta/cadastro/repo.ts';
import { describeFault, discover } from './conta/oidc/provedor.ts';
import { countContas } from './conta/repo.ts';
import { findAtiva, findMontando, isViva } from './fipe/edicoesRepo.ts';
import { listOcorrencias } from './fipe/ocorrenciasRepo.ts';
import { describeCounts, nomeDaTabela, number, ORIGENS } from './fipe/rotulos.ts';
import type { Banco } from './platform/db/banco.ts';
import { FolderInUse, lockDataDir } from './platform/lock.ts';
import { verifyServidor } from './platform/mail/smtp.ts';

/** Bad news stop the gate one day; a warning is a choice somebody should have made on purpose. */
export interface Exame {
  nivel: 'bom' | 'aviso' | 'falha';
  texto: string;
}

const bom = (texto: string): Exame => ({ nivel: 'bom', texto });
const aviso = (texto: string): Exame => ({ nivel: 'aviso', texto });
const falha = (texto: string): Exame => ({ nivel: 'falha', texto });

const DISCO_MINIMO_MB = 200;

function pasta({ dataDir }: Config): Exame {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    return falha(`Pasta de dados ${dataDir}: sem permissão para ler e gravar.`);
  }
  return bom(`Pasta de dados ${dataDir}`);
}

/** Secrets and register belong to the server's own user. */
function permissoes({ dataDir }: Config): Exame {
  const abertos = ['identidade.segredo', 'unipark.db'].filter((nome) => {
    const estado = statSync(join(dataDir, nome), { throwIfNoEntry: false });
    return estado !== undefined && (estado.mode & 0o077) !== 0;
  });
  if (process.platform === 'win32' || abertos.length === 0)
    return bom('Arquivos fechados a outros');
  return aviso(`Outros usuários podem ler: ${abertos.join(', ')}. Use chmod 600.`);
}

async function disco({ dataDir }: Config): Promise<Exame> {
  const { bavail, bsize } = await statfs(dataDir);
  const livres = Math.floor((bavail * bsize) / 1_048_576);
  const texto = `Espaço livre: ${livres.toLocaleString('pt-BR')} MB`;
  return livres < DISCO_MINIMO_MB ? falha(`${texto}. Libere espaço no disco.`) : bom(texto);
}

function servidor({ dataDir }: Config): Exame {
  try {
    lockDataDir(dataDir)();
    return aviso('Servidor parado');
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return bom('Servidor no ar');
  }
}

async function administracao(db: Banco, { signupMode }: Config): Promise<Exame> {
  const { contas, admins } = await countContas(db);
  if (admins > 0) return bom(`Contas: ${contas}, administração: ${admins}`);
  const comando = 'npm run unipark -- user create --email … --nome … --admin';
  if (signupMode === 'aberto' && contas === 0) return aviso('Nenhuma conta ainda');
  return falha(`Ninguém na administração. Use: ${comando}`);
}

/** Who signed up and is not in yet: the mode decides for whom they wait. */
async function espera(db: Banco): Promise<Exame[]> {
  const { aprovacao, email } = await countPendentes(db);
  return [
    ...(aprovacao > 0 ? [aviso(`Contas aguardando aprovação: ${aprovacao}`)] : []),
    ...(email > 0 ? [bom(`Contas aguardando a confirmação do e-mail: ${email}`)] : []),
  ];
}

function exposicao({ local, publicUrl, signupMode }: Config): Exame[] {
  if (local) return [bom('Instalação local: só esta máquina entra')];
  const https = publicUrl?.protocol === 'https:';
  const texto = 'Sem https, senhas e sessões passam abertas pela rede. Defina PUBLIC_URL=https://…';
  const cadastro = 'SIGNUP_MODE=aberto: qualquer pessoa que alcance o endereço cria uma conta.';
  return [
    https ? bom(`Endereço público ${publicUrl.origin}`) : aviso(texto),
    signupMode === 'aberto' ? aviso(cadastro) : bom(`SIGNUP_MODE=${signupMode}`),
  ];
}

/** Whether the provider of single sign-on answers now. */
async function entradaUnica({ oidc }: Config): Promise<Exame[]> {
  if (!oidc) return [];
  const nome = `Entrada única (OIDC_ISSUER=${oidc.issuer.href})`;
  return discover(oidc).then(
    () => [bom(`${nome}: responde`)],
    (error: unknown) => [
      aviso(
        `${nome}: não responde como esperado (${describeFault(error).codigo}). ` +
          'As outras formas de entrar continuam.',
      ),
    ],
  );
}

/** Whether mail goes out, asked of the mail server itself. */
async function correio({ correio: config }: Config): Promise<Exame> {
  if (!config) {
    return aviso(
      'Sem SMTP_URL: nenhum e-mail é enviado. Senhas são redefinidas pela administração e ' +
        'mensagens de contato ficam em Configurações. Defina SMTP_URL e MAIL_FROM.',
    );
  }
  const motivo = await verifyServidor(config);
  return motivo ? falha(`E-mail: ${motivo} Confira SMTP_URL.`) : bom('E-mail: o servidor responde');
}

const PRECISAM_FFMPEG = ['rtsp', 'mjpeg'];

function argumentos({ cameras }: Configuradas): Exame[] {
  const abertas = cameras.filter(({ permitirSenhaEmArgumentos }) => permitirSenhaEmArgumentos);
  if (abertas.length === 0) return [];
  const ids = abertas.map(({ id }) => id).join(', ');
  return [
    aviso(
      `Câmera ${ids}: permitirSenhaEmArgumentos autoriza a senha onde outros usuários desta ` +
        'máquina a veem. Esta versão não precisa dele: retire o campo. Se for mantê-lo, use um ' +
        'usuário só para o serviço, /proc montado com hidepid=2 e uma conta da câmera que só ' +
        'veja imagens.',
    ),
  ];
}

/** The cameras file and the program that its cameras need. */
async function cameras({ camerasFile, ffmpegPath, segredoDoAmbiente }: Config): Promise<Exame[]> {
  const ffmpeg = await examineFfmpeg(ffmpegPath);
  const achado = ffmpeg.ok && bom(`ffmpeg ${ffmpeg.versao} (${ffmpeg.caminho})`);
  const falta = ffmpeg.ok ? '' : ffmpeg.texto;
  if (!camerasFile) return [achado || aviso(falta), bom('Nenhuma câmera configurada')];
  try {
    const lidas = readCamerasFile(camerasFile, segredoDoAmbiente);
    const ativas = lidas.cameras.filter(({ ativa }) => ativa);
    const precisa = ativas.some(({ tipo }) => PRECISAM_FFMPEG.includes(tipo));
    return [
      achado || (precisa ? falha(falta) : aviso(falta)),
      bom(`Câmeras: ${lidas.cameras.length}, ativas: ${ativas.length}`),
      ...argumentos(lidas),
    ];
  } catch (error) {
    if (!(error instanceof CamerasFileError)) throw error;
    return [achado || aviso(falta), falha(error.message)];
  }
}

/** An occurrence older than this says nothing about today. */
const OCORRENCIA_MS = 30 * 86_400_000;

/** What the forms choose from, whether it is kept fresh, and what last went wrong with that. */
async function catalogo(db: Banco, { fipe }: Config): Promise<Exame[]> {
  const [ativa, montando] = [await findAtiva(db), await findMontando(db)];
  const [ultima] = await listOcorrencias(db, 1);
  const exames: Exame[] = [];
  if (ativa) {
    const onde = `${nomeDaTabela(ativa)} (${ORIGENS[ativa.origem]})`;
    exames.push(bom(`${onde}: ${describeCounts(ativa)}`));
  } else exames.push(aviso('Catálogo vazio: ele vem com o primeiro início do servidor.'));
  const nomes = fipe.provedores.map(({ nome }) => nome).join(', ');
  const quando = fipe.agendada ? 'mensal' : 'só quando alguém pede';
  exames.push(
    bom(
      nomes
        ? `Atualização do catálogo: ${quando}, de ${nomes}`
        : 'Atualização do catálogo: nenhum provedor, nada sai do servidor',
    ),
  );
  if (montando && !isViva(montando)) {
    const { feitos, total, origem } = montando;
    const comando = origem === 'arquivo' ? 'fipe import' : 'fipe sync';
    const onde = total === null ? number(feitos) : `${number(feitos)} de ${number(total)}`;
    exames.push(
      aviso(`Um catálogo novo parou em ${onde}. Para continuar: npm run unipark -- ${comando}`),
    );
  }
  if (ultima && Date.now() - Date.parse(ultima.quando) < OCORRENCIA_MS) {
    const dia = new Date(ultima.quando).toLocaleDateString('pt-BR');
    const quem = ultima.provedor ? `${ultima.provedor}: ` : '';
    exames.push(aviso(`Última ocorrência do catálogo (${dia}): ${quem}${ultima.motivo}`));
  }
  return exames;
}

/** Every check in the order in which they are worth reading. */
export async function examine(db: Banco, config: Config): Promise<Exame[]> {
  return [
    bom(`Node.js ${process.versions.node}`),
    pasta(config),
    permissoes(config),
    await disco(config),
    servidor(config),
    await administracao(db, config),
    ...(await espera(db)),
    ...exposicao(config),
    await correio(config),
    ...(await entradaUnica(config)),
    ...(await cameras(config)),
    ...(await catalogo(db, config)),
  ];
}
