/**
 * The intake of readings. Public for the guard of accounts: the device's own token is checked
 * before any byte of the body is read. An account's token opens nothing here.
 */
import { NOMES_DIALETO, type NomeDialeto } from '@unipark/contract/dispositivo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getAutor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { createOnce, readKey } from '../platform/http/idempotency.ts';
import { type Intake, PICTURES_MAXIMUM } from '../platform/limits/intake.ts';
import { splitPath } from './credencial.ts';
import type { DeviceAnswer, DeviceMessage } from './dialeto.ts';
import { DIALETOS_SERVIDOS } from './dialetos/todos.ts';
import { createPorta, type IntakeTarget, type PortaDeps } from './porta.ts';
import type {
  LeiturasService,
  ReceivedMessage,
  StoredLeitura,
  UnderstoodLeituras,
} from './service.ts';

const CORPO_MS = 30_000;
const IMAGENS_DEMAIS = 'O dispositivo envia imagens demais. Reduza o tamanho ou a quantidade.';

const tags = ['Leituras'];
/** A camera uses this server's IP address on the local network. */
const config = { publica: true, qualquerNome: true, prazoCorpo: CORPO_MS };
const VAZIO = Buffer.alloc(0);

interface Deps extends PortaDeps {
  db: Banco;
  leituras: LeiturasService;
  intake: Intake;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated device and its path; null on every other route. */
    entrada: (Omit<ReceivedMessage, 'corpo'> & { caminho: string }) | null;
  }
}

const isDialeto = (nome: string): nome is NomeDialeto => Object.hasOwn(DIALETOS_SERVIDOS, nome);
const missingEndereco = () => notFound('Endereço não encontrado.');

/** The answer of our own dialect: the passage that the reading opened or refined. */
const toNative = ({ passagem: { id, placa, modelo, status, versao }, nova }: StoredLeitura) => ({
  status: nova ? 201 : 200,
  corpo: { id, placa, modelo, status, versao },
});

const answer = (reply: FastifyReply, { status, tipo, corpo }: DeviceAnswer): FastifyReply =>
  reply.code(status).type(tipo).serializer(String).send(corpo);

export const leiturasRoutes =
  ({ leituras, db, intake, ...deps }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    const porta = createPorta({ db, ...deps });

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, corpo, done) =>
      done(null, corpo),
    );
    app.decorateRequest('entrada', null);

    /** Authenticates a request, and reserves the memory for its body. */
    async function enter(
      request: FastifyRequest,
      reply: FastifyReply,
      destino: IntakeTarget,
      caminho: string,
    ) {
      const { dispositivo, token } = await porta.enter(request, destino);
      request.entrada = {
        dispositivo,
        caminho,
        tipoConteudo: request.headers['content-type'] ?? null,
        segredos: token ? [token] : [],
        autor: { ...getAutor(request), id: null },
      };
      intake.hold(request, reply, dispositivo.id);
    }

    /** Stores the readings of a message, and answers as its sender expects. */
    async function keep(
      request: FastifyRequest,
      reply: FastifyReply,
      chegada: ReceivedMessage,
      mensagem: DeviceMessage,
      lida: UnderstoodLeituras,
    ) {
      const { dialeto, id } = chegada.dispositivo;
      if (dialeto !== 'unipark') {
        await leituras.store(chegada, mensagem, lida);
        return answer(reply, DIALETOS_SERVIDOS[dialeto].answer(mensagem));
      }
      const eventoId = readKey(request) ?? null;
      const comChave = { ...lida, leituras: lida.leituras.map((uma) => ({ ...uma, eventoId })) };
      return leituras.orRemember(chegada, comChave, () =>
        createOnce(
          db,
          request,
          reply,
          async (trx) => {
            const [guardada] = await leituras.keep(trx, chegada, mensagem, comChave);
            if (!guardada) throw new Error('a reading has a passage');
            return toNative(guardada);
          },
          { autor: `dispositivo:${id}`, corpo: () => chegada.corpo },
        ),
      );
    }

    async function receive(request: FastifyRequest, reply: FastifyReply) {
      if (!request.entrada) throw missingEndereco();
      const { caminho, ...entrada } = request.entrada;
      const corpo = Buffer.isBuffer(request.body) ? request.body : VAZIO;
      intake.pace(entrada.dispositivo.id, corpo.length, IMAGENS_DEMAIS);
      const chegada: ReceivedMessage = { ...entrada, corpo };
      const { mensagem, lida } = await leituras.take(chegada, caminho);
      if (lida.tipo === 'leituras') return keep(request, reply, chegada, mensagem, lida);
      const dialeto = DIALETOS_SERVIDOS[chegada.dispositivo.dialeto];
      // A camera that repeats gets its success, a program gets the error.
      if (lida.tipo === 'ilegivel' && !dialeto.reenvia) {
        const { message, campos } = lida.erro;
        throw new Problem(400, 'mensagem-invalida', message, { campos });
      }
      return answer(reply, dialeto.answer(mensagem));
    }

    const restOf = (request: FastifyRequest): string =>
      (request.params as { '*'?: string })['*'] ?? '';

    /** The dialect in the path, with the rest of the path. */
    async function atDialect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { dialeto } = request.params as { dialeto: string };
      if (!isDialeto(dialeto)) {
        throw notFound(`Dialeto desconhecido. Use ${NOMES_DIALETO.join(', ')}.`);
      }
      // Only this maker checks with GET whether the server is there.
      if (request.method === 'GET' && dialeto !== 'itsapi') throw missingEndereco();
      const { token, caminho } = splitPath(restOf(request));
      await enter(request, reply, { dialeto, token, raiz: false }, caminho);
    }

    const description =
      'Autenticação do dispositivo: Authorization (Bearer, Token, Basic ou Digest), X-Unipark-Token ou o token no caminho.';
    const optionsOf = (summary: string) => ({
      bodyLimit: PICTURES_MAXIMUM,
      config,
      exposeHeadRoute: false,
      schema: { tags, summary, description },
    });
    const porDialeto = optionsOf('Recebe uma mensagem de um dispositivo');
    const comCaminho = optionsOf('Recebe uma mensagem com o token ou o evento no caminho');
    const presenca = optionsOf('Responde à câmera que confere a conexão');
    const comoParkPow = optionsOf('Recebe uma mensagem no endereço do ParkPow');
    const naRaiz = optionsOf('Recebe uma mensagem no endereço fixo da câmera');

    app.post('/api/leituras/:dialeto', { ...porDialeto, onRequest: atDialect }, receive);
    app.post('/api/leituras/:dialeto/*', { ...comCaminho, onRequest: atDialect }, receive);
    app.get('/api/leituras/:dialeto/*', { ...presenca, onRequest: atDialect }, receive);

    for (const caminho of ['/api/v1/log-vehicle', '/api/v1/webhook-receiver']) {
      const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
        enter(request, reply, { dialeto: 'parkpow', token: null, raiz: false }, caminho);
      app.post(`${caminho}/`, { ...comoParkPow, onRequest }, receive);
      app.post(caminho, { ...comoParkPow, onRequest }, receive);
    }

    const atRoot = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!(await porta.isRootOpen('itsapi'))) throw missingEndereco();
      const caminho = `/NotificationInfo/${restOf(request)}`;
      await enter(request, reply, { dialeto: 'itsapi', token: null, raiz: true }, caminho);
    };
    app.post('/NotificationInfo/*', { ...naRaiz, onRequest: atRoot }, receive);
  };
