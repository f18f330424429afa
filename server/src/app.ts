import { PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './appDeps.ts';
import { listPassos, prepareRestored } from './atualizacao.ts';
import { conferenciaKinds, createConferencia } from './auditoria/conferencia.ts';
import { auditoriaRoutes } from './auditoria/routes.ts';
import { createAvisos } from './avisos/avisos.ts';
import { avisosRoutes } from './avisos/routes.ts';
import { registerCameraMetrics } from './cameras/metrics.ts';
import { pruneTickets } from './cameras/repo.ts';
import { camerasRoutes } from './cameras/routes.ts';
import { camerasService } from './cameras/service.ts';
import { cidadesRoutes } from './cidades/routes.ts';
import { pruneCadastros } from './conta/cadastro/cadastrar.ts';
import { deliverLateAprovacoes, deliverSincronizacao } from './conta/cartas/envio.ts';
import { createEntradaContas } from './conta/entrada.ts';
import { withProvider } from './conta/firebase/identidade.ts';
import { NA_PAGINA } from './conta/firebase/routes.ts';
import { createIdentidade } from './conta/identidade.ts';
import { pruneMensagens } from './conta/mensagens/repo.ts';
import { createProvedor } from './conta/oidc/provedor.ts';
import { oidcRoutes } from './conta/oidc/routes.ts';
import { contaRoutes } from './conta/routes.ts';
import { createCopias } from './copias/copias.ts';
import { registerCopiasMetrics } from './copias/metrics.ts';
import { copiasRoutes } from './copias/routes.ts';
import { dispositivosRoutes } from './dispositivos/routes.ts';
import { catalogoKinds, createCatalogo } from './fipe/catalogo.ts';
import { catalogoRoutes } from './fipe/catalogoRoutes.ts';
import { createOcorrencia } from './fipe/ocorrenciasRepo.ts';
import { createCadeia } from './fipe/provedores/cadeia.ts';
import { fipeRoutes } from './fipe/routes.ts';
import { createImportacoes, openImportacoes } from './importacoes/importacoes.ts';
import { importacoesRoutes } from './importacoes/routes.ts';
import { putDueSync } from './importacoes/sincronizacao/agenda.ts';
import { openFonte } from './importacoes/sincronizacao/fontes.ts';
import { sincronizacaoKinds } from './importacoes/sincronizacao/sincronizacao.ts';
import { createEntrada } from './leituras/entrada.ts';
import { registerLeiturasMetrics } from './leituras/metrics.ts';
import { leiturasRoutes } from './leituras/routes.ts';
import { testeRoutes } from './leituras/testeRoutes.ts';
import { painelRoutes } from './painel/routes.ts';
import { alertasRoutes } from './passagens/alertas/alertasRoutes.ts';
import { openFotos } from './passagens/fotos.ts';
import { exportacaoPassagensRoutes } from './passagens/historico/exportacaoRoutes.ts';
import { historicoRoutes } from './passagens/historico/historicoRoutes.ts';
import { vereditoRoutes } from './passagens/historico/vereditoRoutes.ts';
import { passagensRoutes } from './passagens/routes.ts';
import { passagensService } from './passagens/service.ts';
import { nowIso } from './platform/clock.ts';
import { newestMark } from './platform/db/future.ts';
import { createDiskWatch } from './platform/disk.ts';
import { EventLog } from './platform/events.ts';
import { registerDocs } from './platform/http/docs.ts';
import { registerGuard } from './platform/http/guard.ts';
import { healthRoutes } from './platform/http/health.ts';
import { addRoutes, createHttp } from './platform/http/http.ts';
import { pruneAnswers } from './platform/http/idempotency.ts';
import {
  createRegistry,
  registerDiskMetrics,
  registerEventMetrics,
  registerMetrics,
  registerOutputMetrics,
  registerRequestMetrics,
} from './platform/http/metrics.ts';
import { createEnderecoProprio, registerOrigin } from './platform/http/origin.ts';
import { registerSite } from './platform/http/site.ts';
import { registerSockets } from './platform/http/sockets.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { registerJobMetrics } from './platform/jobs/metrics.ts';
import { createIntake } from './platform/limits/intake.ts';
import { registerPressure } from './platform/limits/pressure.ts';
import { createCorreio } from './platform/mail/correio.ts';
import { registerCorreioMetrics } from './platform/mail/metrics.ts';
import { keepHouse } from './platform/process/housekeeping.ts';
import { createCofre } from './platform/secret.ts';
import { watchStorage } from './platform/storageWatch.ts';
import { exportacaoProprietariosRoutes } from './proprietarios/exportacaoRoutes.ts';
import { fichaProprietarioRoutes } from './proprietarios/fichaRoutes.ts';
import { proprietariosRoutes } from './proprietarios/routes.ts';
import { relatoriosRoutes } from './relatorios/routes.ts';
import { limpezaKinds } from './retencao/limpeza.ts';
import { createRetencao } from './retencao/retencao.ts';
import { retencaoRoutes } from './retencao/routes.ts';
import { anonimizacaoKinds, createAnonimizacao } from './titulares/anonimizacao.ts';
import { titularesRoutes } from './titulares/routes.ts';
import { exportacaoVeiculosRoutes } from './veiculos/exportacaoRoutes.ts';
import { fichaRoutes } from './veiculos/fichaRoutes.ts';
import { loteKinds } from './veiculos/lote/fila.ts';
import { createLotes } from './veiculos/lote/lotes.ts';
import { loteRoutes } from './veiculos/lote/routes.ts';
import { veiculosRoutes } from './veiculos/routes.ts';
import { createValidade } from './veiculos/validade.ts';
import { linksVisitaRoutes } from './visitantes/linksRoutes.ts';
import { pruneVisitantes } from './visitantes/repo.ts';
import { visitantesRoutes } from './visitantes/routes.ts';

/** Builds the whole application, ready to listen or to answer `inject`. */
export async function buildApp({
  config,
  db,
  siteRoot,
  demonstracao,
  dubles = {},
  output,
  restart,
}: AppDeps): Promise<FastifyInstance> {
  const { versao, publicUrl, dentroHora } = config;
  const https = publicUrl?.protocol === 'https:';
  const app = createHttp({ ...config, https, output });
  dubles.beforeRoutes?.(app, db);
  const local = await createIdentidade({ config, db });
  const real = withProvider(local, { config, db, log: app.log });
  const identidade = dubles.wrapIdentidade?.(real) ?? real;
  const outbox = createCorreio({ db, config: config.correio, log: app.log });
  const correio = dubles.wrapCorreio?.(outbox) ?? outbox;
  const endereco = createEnderecoProprio(app, config);
  const entradaContas = createEntradaContas({
    ...{ config, db, identidade },
    cartas: { correio, endereco },
  });
  const sso = config.oidc && createProvedor(config.oidc, app.log);
  const eventos = new EventLog(db, app.log);
  await eventos.start();
  const discos = createDiskWatch({ config, log: app.log, read: dubles.statfs });
  await discos.start();
  const fotos = await openFotos({ config, db, siteRoot, discos, log: app.log });
  const passagens = passagensService({ db, eventos, log: app.log, clock: dubles.clock, fotos });
  const avisos = createAvisos({
    ...{ config, db, eventos, segredo: identidade.segredo, log: app.log },
    clock: dubles.clock,
    servicos: dubles.servicosAviso,
    esperas: dubles.esperasAviso,
  });
  const cofre = createCofre(identidade.segredo, 'dispositivos');
  const entrada = createEntrada({ db, cofre, passagens, log: app.log, clock: dubles.clock });
  const { dispositivos } = entrada;
  const intake = createIntake();
  const cameras = camerasService({ config, log: app.log });
  const fipe = createCadeia({
    config: config.fipe,
    log: app.log,
    onFailure: (falha) => createOcorrencia(db, falha),
  });
  const cadeia = dubles.wrapCadeia?.(fipe) ?? fipe;
  const { ritmo, prazos } = dubles.catalogo ?? {};
  const { alvos, kinds: deImportacao } = openImportacoes({
    ...{ db, log: app.log },
    onChange: passagens.repaintMany,
  });
  const kinds = {
    ...deImportacao,
    ...sincronizacaoKinds({
      ...{ db, alvos, ...openFonte(config.sincronizacao, dubles.quietoMs) },
      tell: (trx, linhas) => deliverSincronizacao(trx, { correio, endereco }, linhas),
    }),
    ...loteKinds({ db, log: app.log, onChange: passagens.repaintMany }),
    ...catalogoKinds({ db, cadeia, log: app.log, ritmo }),
    ...limpezaKinds({ db, fotos, eventos }),
    ...conferenciaKinds(db),
    ...anonimizacaoKinds({ db, fotos, eventos }),
  };
  const trabalhos = createJobs({ db, kinds, log: app.log, poll: dubles.poll });
  const anonimizacao = createAnonimizacao({ db, eventos, jobs: trabalhos });
  const importacoes = createImportacoes({ db, jobs: trabalhos, alvos });
  const catalogo = createCatalogo({
    ...{ db, cadeia, jobs: trabalhos, prazos },
    ...{ config: config.fipe, dataDir: config.dataDir, log: app.log },
  });
  const validade = createValidade({
    ...{ db, correio, avisar: config.avisoValidade, clock: dubles.clock },
    onChange: passagens.repaintMany,
  });
  const { segredo } = identidade;
  const copias = createCopias({
    ...{ config, db, segredo, log: app.log, restart },
    ...{ prepare: prepareRestored, listPassos },
  });
  const retencao = createRetencao({ db, jobs: trabalhos, fixos: config.retencao });
  const { readPrazos } = retencao;
  const medidas = createRegistry();
  registerCameraMetrics(medidas, cameras);
  registerCorreioMetrics(medidas, correio);
  registerOutputMetrics(medidas, output);
  registerDiskMetrics(medidas, discos);
  registerCopiasMetrics(medidas, copias);
  registerLeiturasMetrics(medidas, entrada.movimento);
  registerJobMetrics(medidas, db);
  registerEventMetrics(medidas, eventos);
  registerRequestMetrics(app, medidas, config);

  await registerSockets(app, [PROTOCOLO_CAMERA]);
  await registerPressure(app, dubles.maxDelay);
  registerOrigin(app, config);
  registerGuard(app, identidade);
  await registerDocs(app, versao);

  const getExternos = sso ? () => ({ oidc: sso.getEstado() }) : undefined;
  const contas = { config, db, identidade, entrada: entradaContas, correio, endereco };
  const lotes = createLotes({ db, jobs: trabalhos });
  const conferencia = createConferencia({ db, jobs: trabalhos });
  await addRoutes(
    app,
    healthRoutes({
      ...{ db, discos, copias, externos: getExternos },
      ...{ isLeaving: () => app.leaving, getNotice: fotos.getNotice },
    }),
    ...(sso ? [oidcRoutes({ ...contas, provedor: sso })] : []),
    proprietariosRoutes({ db }),
    fichaProprietarioRoutes({ db }),
    exportacaoProprietariosRoutes({ db }),
    titularesRoutes({ db, fotos, anonimizacao }),
    veiculosRoutes({ db, onChange: passagens.repaint }),
    fichaRoutes({ db, onChange: passagens.repaint }),
    loteRoutes({ db, lotes }),
    importacoesRoutes({ db, importacoes }),
    exportacaoVeiculosRoutes({ db }),
    passagensRoutes({ db, eventos, identidade, passagens, intake }),
    alertasRoutes({ db, passagens }),
    avisosRoutes(avisos),
    historicoRoutes({ db, passagens, dentroHora }),
    exportacaoPassagensRoutes({ db, dentroHora }),
    vereditoRoutes({ db }),
    visitantesRoutes({ db, onChange: passagens.repaint }),
    linksVisitaRoutes({ db, onChange: passagens.repaint, endereco }),
    dispositivosRoutes({ db, publicUrl, dispositivos }),
    testeRoutes(entrada),
    camerasRoutes({ config, db, identidade, cameras }),
    cidadesRoutes({ db }),
    fipeRoutes({ db, cadeia }),
    catalogoRoutes({ db, catalogo }),
    painelRoutes({ db, dentroHora }),
    copiasRoutes({ db, copias }),
    retencaoRoutes(retencao),
    relatoriosRoutes(db),
    auditoriaRoutes({ db, conferencia }),
  );
  // With hooks or parsers of their own.
  await app.register(contaRoutes({ ...contas, demonstracao, readPrazos }));
  await app.register(leiturasRoutes({ db, cofre, intake, ...entrada }));
  registerMetrics(app, medidas, config);
  const provedor = config.firebase ? NA_PAGINA : undefined;
  const isDemo = demonstracao !== undefined;
  const { frameOrigins } = cameras;
  await registerSite(app, siteRoot, { frameOrigins, provedor, isDemo, dentroHora });

  const chores = {
    conta: () => identidade.prune(),
    cadastros: () => pruneCadastros(db),
    aprovacoes: () => deliverLateAprovacoes(db, { correio, endereco }),
    correio: () => correio.prune(),
    cameras: () => pruneTickets(db, nowIso()),
    entrada: async () => entrada.prune(await readPrazos()),
    mensagens: async () => pruneMensagens(db, await readPrazos()),
    visitantes: async () => pruneVisitantes(db, await readPrazos()),
    eventos: () => eventos.prune(),
    fotos: () => fotos.prune(),
    avisos: () => avisos.prune(),
    respostas: () => pruneAnswers(db),
    catalogo: () => catalogo.prune(),
    trabalhos: () => trabalhos.prune(),
    retencao: () => retencao.prune(),
    importacoes: () => importacoes.prune(),
    sincronizacao: async () => {
      const { sincronizacao } = config;
      if (sincronizacao) await putDueSync({ db, jobs: trabalhos, hora: sincronizacao.hora });
    },
    validade: () => validade.run(),
    anonimizacao: () => anonimizacao.resume(),
    lotes: () => lotes.prune(),
  };
  /** What works beside the requests. */
  const emMarcha = [entrada, correio, avisos, ...(sso ? [sso] : []), trabalhos, catalogo, copias];
  let stopKeeping: (() => Promise<void>) | undefined;
  let stopWatching: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    stopWatching = watchStorage(db, app.log);
    if (dubles.housekeeping ?? true) {
      stopKeeping = await keepHouse(chores, app.log, { newest: await newestMark(db) });
    }
    for (const parte of emMarcha) await parte.start();
  });
  for (const parte of emMarcha) app.addHook('onClose', async () => parte.stop());
  app.addHook('onClose', async () => stopKeeping?.());
  app.addHook('onClose', async () => stopWatching?.());
  app.addHook('onClose', () => fotos.stop());
  app.addHook('onClose', async () => discos.stop());
  return app;
}
