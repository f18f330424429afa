import { PROTOCOLO_CAMERA } from '@unipark/contract/camera';
import type { FastifyInstance } from 'fastify';
import { registerCameraMetrics } from './cameras/metrics.ts';
import { pruneTickets } from './cameras/repo.ts';
import { camerasRoutes } from './cameras/routes.ts';
import { camerasService } from './cameras/service.ts';
import { cidadesRoutes } from './cidades/routes.ts';
import type { Config } from './config.ts';
import { pruneCadastros } from './conta/cadastro/cadastrar.ts';
import { createEntradaDeContas } from './conta/entrada.ts';
import { withProvider } from './conta/firebase/identidade.ts';
import { NA_PAGINA } from './conta/firebase/pagina.ts';
import { createIdentidade, type IdentidadeLocal } from './conta/identidade.ts';
import { createProvedor } from './conta/oidc/provedor.ts';
import { oidcRoutes } from './conta/oidc/routes.ts';
import { contaRoutes } from './conta/routes.ts';
import { dispositivosRoutes } from './dispositivos/routes.ts';
import { type Compasso, createCatalogo } from './fipe/catalogo.ts';
import { catalogoRoutes } from './fipe/catalogoRoutes.ts';
import { createOcorrencia } from './fipe/ocorrenciasRepo.ts';
import { createCadeia } from './fipe/provedores/cadeia.ts';
import type { Cadeia } from './fipe/provedores/provedor.ts';
import { fipeRoutes } from './fipe/routes.ts';
import { createEntrada } from './leituras/entrada.ts';
import { leiturasRoutes } from './leituras/routes.ts';
import { painelRoutes } from './painel/routes.ts';
import { alertasRoutes } from './passagens/alertasRoutes.ts';
import { historicoRoutes } from './passagens/historicoRoutes.ts';
import { passagensRoutes } from './passagens/routes.ts';
import { passagensService } from './passagens/service.ts';
import { vereditoRoutes } from './passagens/vereditoRoutes.ts';
import type { Banco } from './platform/db/banco.ts';
import { registerDocs } from './platform/docs.ts';
import { EventLog } from './platform/events.ts';
import { registerGuard } from './platform/guard.ts';
import { healthRoutes } from './platform/health.ts';
import { keepHouse } from './platform/housekeeping.ts';
import { createHttp } from './platform/http.ts';
import { pruneAnswers } from './platform/idempotency.ts';
import { type Correio, createCorreio } from './platform/mail/correio.ts';
import { registerCorreioMetrics } from './platform/mail/metrics.ts';
import { createRegistry, registerMetrics } from './platform/metrics.ts';
import { createEnderecoProprio, registerOrigin } from './platform/origin.ts';
import { registerPressure } from './platform/pressure.ts';
import { createCofre } from './platform/secret.ts';
import { registerSite } from './platform/site.ts';
import { registerSockets } from './platform/sockets.ts';
import { proprietariosRoutes } from './proprietarios/routes.ts';
import { fichaRoutes } from './veiculos/fichaRoutes.ts';
import { veiculosRoutes } from './veiculos/routes.ts';

/** The account of a demonstration, made anew at each start: whoever is at this machine may use it. */
export interface Demonstracao {
  email: string;
  senha: string;
}

/** Parts that a test puts in the place of ours: a fault that a check must find. */
export interface Dubles {
  identidade?: (real: IdentidadeLocal) => IdentidadeLocal;
  correio?: (real: Correio) => Correio;
  cadeia?: (real: Cadeia) => Cadeia;
  catalogo?: Compasso;
  /** Before any route exists: hooks of its own. */
  antes?: (app: FastifyInstance, db: Banco) => void;
}

export interface AppDeps {
  config: Config;
  db: Banco;
  /** Folder of the built web application. */
  siteRoot: string;
  demonstracao?: Demonstracao;
  dubles?: Dubles;
}

/** The whole application, ready to listen or to be asked with `inject`. */
export async function buildApp({
  config,
  db,
  siteRoot,
  demonstracao,
  dubles = {},
}: AppDeps): Promise<FastifyInstance> {
  const { versao, publicUrl } = config;
  const https = publicUrl?.protocol === 'https:';
  const app = createHttp({ ...config, https });
  let encerrando = false;
  app.addHook('preClose', async () => {
    encerrando = true;
  });

  dubles.antes?.(app, db);
  const local = await createIdentidade({ config, db, log: app.log });
  const real = withProvider(local, { config, db, log: app.log });
  const identidade = dubles.identidade?.(real) ?? real;
  const outbox = createCorreio({ db, config: config.correio, log: app.log });
  const correio = dubles.correio?.(outbox) ?? outbox;
  const endereco = createEnderecoProprio(app, config);
  const entradas = createEntradaDeContas({ config, db, identidade });
  const sso = config.oidc && createProvedor(config.oidc, app.log);
  const eventos = new EventLog(db, app.log);
  await eventos.start();
  const passagens = passagensService({ db, eventos, log: app.log });
  const cofre = createCofre(identidade.segredo, 'dispositivos');
  const entrada = createEntrada({ db, cofre, passagens, log: app.log });
  const { dispositivos } = entrada;
  const cameras = camerasService({ config, log: app.log });
  const fipe = createCadeia({
    config: config.fipe,
    log: app.log,
    onFailure: (falha) => createOcorrencia(db, falha),
  });
  const cadeia = dubles.cadeia?.(fipe) ?? fipe;
  const catalogo = createCatalogo({
    db,
    cadeia,
    config: config.fipe,
    log: app.log,
    compasso: dubles.catalogo,
  });
  const medidas = createRegistry();
  registerCameraMetrics(medidas, cameras);
  registerCorreioMetrics(medidas, correio);

  await registerSockets(app, [PROTOCOLO_CAMERA]);
  await registerPressure(app);
  registerOrigin(app, config);
  registerGuard(app, identidade);
  await registerDocs(app, versao);

  const externos = sso ? () => ({ oidc: sso.estado() }) : undefined;
  await app.register(
    healthRoutes({ db, dataDir: config.dataDir, encerrando: () => encerrando, externos }),
  );
  await app.register(
    contaRoutes({ config, db, identidade, entrada: entradas, correio, endereco, demonstracao }),
  );
  if (sso) {
    await app.register(
      oidcRoutes({ config, db, identidade, entrada: entradas, correio, endereco, provedor: sso }),
    );
  }
  await app.register(proprietariosRoutes({ db }));
  await app.register(veiculosRoutes({ db, aoMudar: passagens.repaint }));
  await app.register(fichaRoutes({ db, aoMudar: passagens.repaint }));
  await app.register(passagensRoutes({ db, eventos, identidade, passagens }));
  await app.register(alertasRoutes({ db, passagens }));
  await app.register(historicoRoutes({ db, passagens }));
  await app.register(vereditoRoutes({ db }));
  await app.register(dispositivosRoutes({ db, publicUrl, dispositivos }));
  await app.register(leiturasRoutes({ db, cofre, ...entrada }));
  await app.register(camerasRoutes({ config, db, identidade, cameras }));
  await app.register(cidadesRoutes({ db }));
  await app.register(fipeRoutes({ db, cadeia }));
  await app.register(catalogoRoutes({ db, catalogo }));
  await app.register(painelRoutes({ db }));
  registerMetrics(app, medidas, config);
  const provedor = config.firebase ? NA_PAGINA : undefined;
  await registerSite(app, siteRoot, { frameOrigins: cameras.frameOrigins, provedor });

  const jobs = {
    conta: () => identidade.prune(),
    cadastros: () => pruneCadastros(db),
    correio: () => correio.prune(),
    cameras: () => pruneTickets(db, new Date().toISOString()),
    entrada: () => entrada.prune(),
    eventos: () => eventos.prune(),
    respostas: () => pruneAnswers(db),
    catalogo: () => catalogo.prune(),
  };
  let stopKeeping: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    stopKeeping = await keepHouse(jobs, app.log);
    await entrada.start();
    correio.start();
    sso?.start();
    catalogo.start();
  });
  app.addHook('onClose', () => correio.stop());
  app.addHook('onClose', async () => sso?.stop());
  app.addHook('onClose', () => entrada.stop());
  app.addHook('onClose', () => catalogo.stop());
  app.addHook('onClose', async () => stopKeeping?.());
  return app;
}
