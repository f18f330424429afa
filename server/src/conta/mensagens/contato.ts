import { MensagemContato } from '@unipark/contract/conta';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { audit, getAutor } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { invalid } from '../../platform/errors.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { listAdminEmails } from '../cadastro/repo.ts';
import { checkCalls, countCall, WINDOWS } from '../sessao/tentativas.ts';
import { createMensagem } from './repo.ts';

export interface ContatoDeps {
  db: Banco;
  config: Config;
  correio: Correio;
}

const Recebida = z.object({ recebida: z.boolean() });

/** A letter may contain line breaks and tabs, but no other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** The message in its stored form. @throws 400 naming each wrong field */
function checkMensagem(dados: MensagemContato): MensagemContato {
  const mensagem = { ...dados, email: normalizeEmail(dados.email) };
  const campos: Record<string, string> = {};
  for (const [campo, texto] of Object.entries(mensagem)) {
    const quebra = campo !== 'mensagem' && /[\n\r\t]/.test(texto);
    if (quebra || CONTROLE.test(texto)) campos[campo] = 'Há caracteres de controle no texto.';
  }
  if (Object.keys(campos).length > 0) throw invalid(campos);
  return mensagem;
}

/** The letter to the office: a reply goes to the author of the message. */
const composeCarta = ({ nome, email, mensagem }: MensagemContato) => ({
  assunto: `Mensagem de ${nome} pelo UNIPARK`,
  responderA: email,
  texto: `${nome} <${email}> escreveu pelo formulário de contato:\n\n${mensagem}\n\nPara responder, responda a este e-mail.\n`,
});

/** POST /api/contato: stored for the administration, and mailed when mail is configured. */
export function contatoRoutes({ db, config, correio }: ContatoDeps): FastifyPluginAsyncZod {
  const { email: escritorio } = config.contato;

  async function mailMensagem(trx: Transacao, mensagem: MensagemContato): Promise<void> {
    if (!correio.configurado) return;
    const destinos = escritorio === null ? await listAdminEmails(trx) : [escritorio];
    for (const para of destinos) await correio.send(trx, { para, ...composeCarta(mensagem) });
  }

  return async (app) => {
    app.post(
      '/api/contato',
      {
        bodyLimit: 32 * 1024,
        config: { publica: true },
        schema: {
          tags: ['Mensagens'],
          summary: 'Envia uma mensagem de contato',
          body: MensagemContato,
          response: { 201: Recebida },
        },
      },
      async (request, reply) => {
        const mensagem = checkMensagem(request.body);
        const limite = ['contato', request.ip, 5, WINDOWS.hora] as const;
        await checkCalls(db, limite);
        await inTransaction(db, async (trx) => {
          await countCall(trx, limite);
          const { id } = await createMensagem(trx, mensagem);
          await mailMensagem(trx, mensagem);
          const ato = { acao: 'criar', entidade: 'mensagem_contato', chave: String(id) } as const;
          await audit(trx, getAutor(request), ato);
        });
        return reply.code(201).send({ recebida: true });
      },
    );
  };
}
