/**
 * The intake of readings. Public for the guard of accounts: the device's own token is asked at the
 * door, before a byte of the body is read. An account's token opens nothing here.
 */
import { NOMES_DIALETO, type NomeDialeto } from '@unipark/contract/dispositivo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { autorOf } from '../platform/audit.ts';
import { createBaldes } from '../platform/bucket.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { createOnce, readKey } from '../platform/idempotency.ts';
import { readMessage } from './corpo.ts';
import { splitPath } from './credencial.ts';
import { Ilegivel, type Mensagem, type Resposta } from './dialeto.ts';
import { DIALETOS_SERVIDOS } from './dialetos/todos.ts';
import { createPorta, type Destino, type PortaDeps, tooMany } from './porta.ts';
import { createReserva } from './reserva.ts';
import type { Chegada, Guardada, LeiturasService, Lida } from './service.ts';

const CORPO_MAXIMO = 10 * 1024 * 1024;
const CORPO_MS = 30_000;
/** Bodies held at once, of all devices. */
const MEMORIA = 64 * 1024 * 1024;
/** Of one device: it may not hold back what the others have to say. */
const QUINHAO = 20 * 1024 * 1024;

/** Bytes of one device, a second and at once: twenty cars a second with their pictures, no film. */
const BYTES_POR_SEGUNDO = 4 * 1024 * 1024;
const BYTES_RAJADA = 60 * 1024 * 1024;

const tags = ['Leituras'];
const config = { publica: true, prazoCorpo: CORPO_MS };
const VAZIO = Buffer.alloc(0);

interface Deps extends PortaDeps {
  db: Banco;
  leituras: LeiturasService;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What came in at the door; null on every other route. */
    entrada: (Omit<Chegada, 'corpo'> & { caminho: string }) | null;
  }
}

const isDialeto = (nome: string): nome is NomeDialeto => Object.hasOwn(DIALETOS_SERVIDOS, nome);
const naoHa = () => notFound('Endereço não encontrado.');

/** Bytes that the body may take: what its length says, or all that is allowed. */
function expectedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return CORPO_MAXIMO;
  return Math.min(Number(headers['content-length'] ?? 0), CORPO_MAXIMO);
}

/** Our own dialect's answer: the passage that the reading opened or refined. */
const toNative = ({ passagem: { id, placa, modelo, status, versao }, nova }: Guardada) => ({
  status: nova ? 201 : 200,
  corpo: { id, placa, modelo, status, versao },
});

const answer = (reply: FastifyReply, { status, tipo, corpo }: Resposta): FastifyReply =>
  reply.code(status).type(tipo).serializer(String).send(corpo);

export const leiturasRoutes =
  ({ leituras, db, ...deps }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const porta = createPorta({ db, ...deps });
    const reserva = createReserva(MEMORIA, QUINHAO);
    const volume = createBaldes(BYTES_POR_SEGUNDO, BYTES_RAJADA);

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, corpo, done) =>
      done(null, corpo),
    );
    app.decorateRequest('entrada', null);

    /** Opens the door for a request, and takes the memory that its body needs. */
    async function enter(
      request: FastifyRequest,
      reply: FastifyReply,
      destino: Destino,
      caminho: string,
    ) {
      const { dispositivo, token } = await porta.enter(request, destino);
      request.entrada = {
        dispositivo,
        caminho,
        tipoConteudo: request.headers['content-type'] ?? null,
        segredos: token ? [token] : [],
        autor: { ...autorOf(request), id: null },
      };
      const devolver = reserva.take(dispositivo.id, expectedBytes(request));
      reply.raw.once('close', devolver);
    }

    /** Keeps what cannot be understood: a camera that resends is content, a program is told. */
    async function refuse(chegada: Chegada, mensagem: Mensagem, erro: Ilegivel): Promise<Resposta> {
      await leituras.quarantine(chegada, erro.completo);
      const dialeto = DIALETOS_SERVIDOS[chegada.dispositivo.dialeto];
      if (dialeto.reenvia) return dialeto.resposta(mensagem);
      throw new Problem(400, 'mensagem-invalida', erro.message, { campos: erro.campos });
    }

    /** Keeps the readings of a message that was understood, and answers as its sender expects. */
    async function keep(
      request: FastifyRequest,
      reply: FastifyReply,
      chegada: Chegada,
      mensagem: Mensagem,
      lida: Extract<Lida, { tipo: 'leituras' }>,
    ) {
      const { dialeto, id } = chegada.dispositivo;
      if (dialeto !== 'unipark') {
        await inTransaction(db, (trx) => leituras.keep(trx, chegada, mensagem, lida));
        return answer(reply, DIALETOS_SERVIDOS[dialeto].resposta(mensagem));
      }
      const eventoId = readKey(request) ?? null;
      const comChave = { ...lida, leituras: lida.leituras.map((uma) => ({ ...uma, eventoId })) };
      return createOnce(
        db,
        request,
        reply,
        async (trx) => {
          const [guardada] = await leituras.keep(trx, chegada, mensagem, comChave);
          if (!guardada) throw new Error('a reading has a passage');
          return toNative(guardada);
        },
        { autor: `dispositivo:${id}`, corpo: () => chegada.corpo },
      );
    }

    async function receive(request: FastifyRequest, reply: FastifyReply) {
      if (!request.entrada) throw naoHa();
      const { caminho, ...entrada } = request.entrada;
      const corpo = Buffer.isBuffer(request.body) ? request.body : VAZIO;
      if (!volume.take(entrada.dispositivo.id, corpo.length)) {
        throw tooMany('O dispositivo envia imagens demais. Reduza o tamanho ou a quantidade.');
      }
      const chegada: Chegada = { ...entrada, corpo };
      const tipo = entrada.tipoConteudo ?? '';
      let mensagem: Mensagem = { caminho, tipo: '', partes: [] };
      let lida: Lida;
      try {
        mensagem = await readMessage(tipo, corpo, caminho);
        lida = leituras.read(entrada.dispositivo, mensagem);
      } catch (erro) {
        if (erro instanceof Problem) leituras.refuse(chegada, erro.message);
        if (!(erro instanceof Ilegivel)) throw erro;
        return answer(reply, await refuse(chegada, mensagem, erro));
      }
      if (lida.tipo === 'leituras') return keep(request, reply, chegada, mensagem, lida);
      leituras.ignore(chegada);
      return answer(reply, DIALETOS_SERVIDOS[entrada.dispositivo.dialeto].resposta(mensagem));
    }

    const resto = (request: FastifyRequest): string =>
      (request.params as { '*'?: string })['*'] ?? '';

    /** The dialect that the path names, with what stands behind it. */
    async function atDialect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { dialeto } = request.params as { dialeto: string };
      if (!isDialeto(dialeto)) {
        throw notFound(`Dialeto desconhecido. Use ${NOMES_DIALETO.join(', ')}.`);
      }
      // Only this maker asks whether we are there.
      if (request.method === 'GET' && dialeto !== 'itsapi') throw naoHa();
      const { token, caminho } = splitPath(resto(request));
      await enter(request, reply, { dialeto, token, raiz: false }, caminho);
    }

    const description =
      'Autenticação do dispositivo: Authorization (Bearer, Token, Basic ou Digest), X-Unipark-Token ou o token no caminho.';
    const opcoes = { bodyLimit: CORPO_MAXIMO, config, schema: { tags, description } };
    const semHead = { ...opcoes, exposeHeadRoute: false };

    app.post('/api/leituras/:dialeto', { ...opcoes, onRequest: atDialect }, receive);
    app.post('/api/leituras/:dialeto/*', { ...opcoes, onRequest: atDialect }, receive);
    app.get('/api/leituras/:dialeto/*', { ...semHead, onRequest: atDialect }, receive);

    for (const caminho of ['/api/v1/log-vehicle', '/api/v1/webhook-receiver']) {
      const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
        enter(request, reply, { dialeto: 'parkpow', token: null, raiz: false }, caminho);
      app.post(`${caminho}/`, { ...opcoes, onRequest }, receive);
      app.post(caminho, { ...opcoes, onRequest }, receive);
    }

    const naRaiz = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!(await porta.isRootOpen('itsapi'))) throw naoHa();
      const caminho = `/NotificationInfo/${resto(request)}`;
      await enter(request, reply, { dialeto: 'itsapi', token: null, raiz: true }, caminho);
    };
    app.post('/NotificationInfo/*', { ...opcoes, onRequest: naRaiz }, receive);
  };
