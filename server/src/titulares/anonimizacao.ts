/**
 * Anonymises a person: the owner and the vehicles at once, everything else by long work in small
 * transactions. The work's row says whom it is about until it ends, and then forgets it.
 */
import type { Anonimizacao } from '@unipark/contract/titular';
import type { Fotos } from '../passagens/fotos.ts';
import { type Autor, audit, eraseEntries } from '../platform/audit.ts';
import { nowIso } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { erasing, foldLog, mergeSearch } from '../platform/db/erase.ts';
import { conflict, invalid } from '../platform/errors.ts';
import type { EventLog } from '../platform/events.ts';
import type { JobKind, JobRun, Jobs } from '../platform/jobs/jobs.ts';
import { findLast, isAlive } from '../platform/jobs/repo.ts';
import { randomLetters } from '../platform/random.ts';
import { find } from '../proprietarios/repo.ts';
import { missingProprietario } from '../proprietarios/service.ts';
import * as repo from './anonimizacaoRepo.ts';
import { listPassagens } from './dadosRepo.ts';
import * as importacoesRepo from './importacoesRepo.ts';
import { forgetLote, listLotes } from './lotesRepo.ts';
import * as passageiras from './passageirasRepo.ts';
import { listFormerTexts, type Posse, readPosses } from './possesRepo.ts';
import { createPersonFinder, type PersonTexts } from './procura.ts';

/** The kind of the work, and its group. */
export const ANONIMIZACAO = 'anonimizacao';

/** Passages, and rows of other tables, in one transaction. */
const PASSAGENS = 25;
const LINHAS = 100;
/** How long a request waits for the end of the work. */
const ESPERA_MS = 15_000;

interface Alvo {
  codigo: string;
  /** The cars with the code that stands in the place of the plate, and the times to hide. */
  carros: { codigo: string; posses: Posse[] }[];
  textos: PersonTexts;
}

/** All of it, or nothing when all was erased before the process died. */
const findAlvo = (parametros: unknown): Alvo | undefined =>
  Object.keys(parametros as object).length > 0 ? (parametros as Alvo) : undefined;

interface AnonymizeDeps {
  db: Banco;
  fotos: Pick<Fotos, 'release'>;
  eventos: Pick<EventLog, 'append'>;
}

const stillInUse = (total: number) =>
  conflict(
    'veiculos-em-uso',
    `Este titular possui ${total === 1 ? '1 veículo ativo ou proibido' : `${total} veículos ativos ou proibidos`}. Transfira, exclua ou mude o status para INDEFINIDO antes de anonimizar.`,
  );

const justChanged = () =>
  conflict('titular-mudou', 'O cadastro deste titular mudou agora. Tente de novo.');

const stillHeld = (total: number) =>
  conflict(
    'passagens-retidas',
    `${total === 1 ? '1 passagem deste titular está retida' : `${total} passagens deste titular estão retidas`}. Encerre a retenção no Histórico (situação Retida) antes de anonimizar.`,
  );

/** Removes what is left of the person, from the start or from where a process died. */
async function forget({ db, fotos, eventos }: AnonymizeDeps, job: JobRun, alvo: Alvo) {
  const { carros } = alvo;
  // Work that begins again later leaves a plate that another person has registered since.
  const chaves = await repo.listFreeKeys(db, alvo.textos.chaves);
  const isNamed = createPersonFinder({ ...alvo.textos, chaves });
  const feitos = { passagens: 0, registros: 0 };

  for (const { codigo, posses } of carros) {
    for (const ids of chunks(await listPassagens(db, posses), PASSAGENS)) {
      for (let resta = true; resta; ) {
        const passo = await job.step({}, (trx) =>
          erasing(trx, () => repo.forgetPassagens(trx, ids, codigo)),
        );
        await fotos.release(passo?.arquivos ?? []);
        resta = passo?.resta ?? false;
      }
      feitos.passagens += ids.length;
    }
  }
  const hide = async (
    achadas: AsyncIterable<{ id: number }>,
    act: (trx: Transacao, ids: number[]) => Promise<unknown>,
  ) => {
    for await (const { id } of achadas)
      await job.step({}, (trx) => erasing(trx, () => act(trx, [id])));
  };
  const listMentioning = (...colunas: Parameters<typeof repo.listMentioning>[1]) =>
    repo.listMentioning(db, colunas, isNamed);
  await hide(listMentioning('sugestoes', 'placa_lida'), repo.forgetSuggestions);
  await hide(listMentioning('reter_motivo'), repo.forgetReasons);
  await hide(repo.listReading(db, isNamed), repo.forgetReadings);
  await hide(repo.listReasons(db, isNamed), async (trx, ids) => {
    await repo.forgetVehicleReasons(trx, ids);
    await eventos.append(trx, 'recarregar', {});
  });
  for await (const passe of passageiras.listInForce(db, isNamed)) {
    await job.step({}, (trx) => erasing(trx, () => passageiras.forgetName(trx, passe)));
  }
  for (const tabela of passageiras.TABELAS_PASSAGEIRAS) {
    for await (const ids of passageiras.listPassing(db, tabela, isNamed)) {
      for (const poucos of chunks(ids, LINHAS)) {
        await job.step({}, (trx) =>
          erasing(trx, () => passageiras.removePassing(trx, tabela, poucos)),
        );
      }
    }
  }
  for await (const respostas of passageiras.listAnswers(db, isNamed)) {
    for (const poucas of chunks(respostas, LINHAS)) {
      await job.step({}, (trx) => erasing(trx, () => passageiras.removeAnswers(trx, poucas)));
    }
  }
  await job.step({}, (trx) => erasing(trx, () => importacoesRepo.forgetImports(trx, isNamed)));
  for (const lote of await listLotes(db)) {
    await job.step({}, (trx) => erasing(trx, () => forgetLote(trx, lote, isNamed)));
  }
  for await (const linha of importacoesRepo.listImported(db, isNamed)) {
    await job.step({}, (trx) => erasing(trx, () => importacoesRepo.forgetImported(trx, [linha])));
  }
  const atos: number[] = [];
  for await (const { id } of repo.listNaming(db, isNamed)) atos.push(id);
  for (const ids of chunks(atos, LINHAS)) {
    const apagados = await job.step({}, (trx) =>
      erasing(trx, () => eraseEntries(trx, job.autor, ids)),
    );
    feitos.registros += apagados ?? 0;
  }
  await mergeSearch(db);
  await job.step({}, (trx) =>
    erasing(trx, async () => {
      await repo.forgetParameters(trx, ANONIMIZACAO, alvo.codigo);
      await audit(trx, job.autor, {
        ...{ acao: 'concluir', entidade: 'proprietario', chave: alvo.codigo },
        detalhe: { anonimizados: feitos },
      });
    }),
  );
  return feitos;
}

/** The long work, for the server's worker. */
export const anonimizacaoKinds = (deps: AnonymizeDeps): Record<string, JobKind> => ({
  [ANONIMIZACAO]: {
    grupo: ANONIMIZACAO,
    async run(job) {
      const alvo = findAlvo(job.parametros);
      const feitos = alvo && (await forget(deps, job, alvo));
      // The row itself named the person until now.
      await foldLog(deps.db);
      return feitos;
    },
  },
});

export function createAnonimizacao({
  db,
  eventos,
  jobs,
}: Omit<AnonymizeDeps, 'fotos'> & { jobs: Pick<Jobs, 'put' | 'watch'> }) {
  /** All by which the person is found, read before it is gone. */
  async function readAlvo(
    matricula: string,
  ): Promise<Alvo & { chaves: string[]; posses: Posse[] }> {
    const { inicio, posses } = await readPosses(db, matricula);
    const chaves = [...new Set(posses.map(({ chave }) => chave))];
    const { textos, telefones } = await listFormerTexts(db, matricula, inicio);
    const codigo = `ANON-${randomLetters(8).toUpperCase()}`;
    return {
      ...{ codigo, chaves, posses, carros: [] },
      textos: { matriculas: [matricula], textos, telefones, chaves: [] },
    };
  }

  return {
    /**
     * Anonymises the owner of this matrícula; `terminada` when all is erased within the wait.
     * @throws {Problem} 404, 400 for another confirmation, 409 while vehicles are in use or
     * passages are kept for a reason
     */
    async anonymize(autor: Autor, matricula: string, confirmacao: string): Promise<Anonimizacao> {
      const lido = await find(db, matricula);
      if (!lido) throw missingProprietario();
      if (confirmacao !== matricula) {
        throw invalid({ confirmacao: 'Confirmação: digite a matrícula deste titular.' });
      }
      const emUso = await repo.countInUse(db, matricula);
      if (emUso > 0) throw stillInUse(emUso);
      const { chaves, posses, ...alvo } = await readAlvo(matricula);
      const id = await inTransaction(db, (trx) =>
        erasing(trx, async () => {
          const agora = await repo.countInUse(trx, matricula);
          if (agora > 0) throw stillInUse(agora);
          const dono = await find(trx, matricula);
          if (!dono) throw missingProprietario();
          // A vehicle or a name that came since the audit was read would be missed there.
          if (dono.versao !== lido.versao || !(await repo.hasOnly(trx, matricula, chaves)))
            throw justChanged();
          await repo.forgetOwner(trx, matricula, alvo.codigo);
          // A car that belongs to another person now keeps its plate.
          const livres = await repo.listFreeKeys(trx, chaves);
          alvo.textos.chaves = livres;
          // Work that begins again later leaves what the car does for its next owner.
          const hora = nowIso();
          alvo.carros = chaves.map((chave) => ({
            codigo: `ANON${randomLetters(6).toUpperCase()}`,
            posses: livres.includes(chave)
              ? [{ chave, de: '', ate: hora }]
              : posses.flatMap((posse) =>
                  posse.chave === chave ? [{ ...posse, ate: posse.ate ?? hora }] : [],
                ),
          }));
          // A car that is free is erased whole, with what is held of an earlier owner's time.
          const retidas = await repo.countHeldOf(
            trx,
            alvo.carros.flatMap(({ posses }) => posses),
          );
          if (retidas > 0) throw stillHeld(retidas);
          await eventos.append(trx, 'recarregar', {});
          await audit(trx, autor, {
            ...{ acao: 'anonimizar', entidade: 'proprietario', chave: alvo.codigo },
            detalhe: { veiculos: chaves.length },
          });
          return jobs.put(trx, { tipo: ANONIMIZACAO, parametros: alvo, autor });
        }),
      );
      const sinal = AbortSignal.timeout(ESPERA_MS);
      const fim = await jobs.watch(id, { sinal }).catch(() => undefined);
      return { codigo: alvo.codigo, terminada: fim?.situacao === 'feito' };
    },

    /** Begins work again that failed: what is left of a person must not stay. For the housekeeping. */
    async resume(): Promise<void> {
      const ultima = await findLast(db, 'tipo', ANONIMIZACAO);
      const falhou = await repo.findUnfinished(db, ANONIMIZACAO);
      if (!falhou || (ultima && isAlive(ultima))) return;
      const parametros: unknown = JSON.parse(falhou.parametros);
      const autor: Autor = JSON.parse(falhou.autor);
      await inTransaction(db, (trx) => jobs.put(trx, { tipo: ANONIMIZACAO, parametros, autor }));
    },
  };
}

export type AnonimizacaoService = ReturnType<typeof createAnonimizacao>;
