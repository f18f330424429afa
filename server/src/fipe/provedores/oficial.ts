/** The service behind the official page: undocumented, and made for browsers that show that page. */
import * as z from 'zod/mini';
import { askJson } from './cliente.ts';
import { Codigo, newest, parse, toItens } from './leitura.ts';
import { FalhaDoProvedor, type Nivel, type Provedor, type Referencia } from './provedor.ts';

const UMA_HORA_MS = 3_600_000;

/** Anything but a browser is turned away; behind the browser's words stands who we are. */
const NAVEGADOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 UNIPARK';

const Tabelas = z.array(z.object({ Codigo, Mes: z.string() }));
const Lista = z.array(z.object({ Label: z.string(), Value: Codigo }));
/** Models come in an object, beside years that belong to no model. */
const Modelos = z.object({ Modelos: Lista });
/** Its errors come as an answer. */
const Erro = z.object({ codigo: Codigo, erro: z.string() });

/** Undefined where it found nothing; everything else that it calls an error is one. */
function withoutErro(dados: unknown): unknown {
  const { success, data } = z.safeParse(Erro, dados);
  if (!success) return dados;
  if (data.erro === 'nadaencontrado') return undefined;
  const codigo = /^\w{1,8}$/.exec(String(data.codigo))?.[0] ?? '?';
  throw new FalhaDoProvedor(`Respondeu com o erro ${codigo} da própria tabela.`);
}

/** The official service at `base`. */
export function createOficial(base: URL): Provedor {
  let conhecida: { referencia: Referencia; ate: number } | undefined;

  const post = async (chamada: string, campos: Record<string, string>, sinal: AbortSignal) =>
    withoutErro(
      await askJson(
        new URL(chamada, base),
        {
          method: 'POST',
          headers: {
            Accept: 'application/json, text/plain, */*',
            Referer: `${base.origin}/`,
            Origin: base.origin,
            'User-Agent': NAVEGADOR,
          },
          body: new URLSearchParams(campos),
        },
        sinal,
      ),
    );

  async function referencia(sinal: AbortSignal): Promise<Referencia> {
    const tabelas = parse(Tabelas, await post('ConsultarTabelaDeReferencia', {}, sinal));
    const nova = newest(tabelas.map(({ Codigo: codigo, Mes: mes }) => ({ codigo, mes })));
    conhecida = { referencia: nova, ate: Date.now() + UMA_HORA_MS };
    return nova;
  }

  async function ask(nivel: Nivel, sinal: AbortSignal) {
    const tabela =
      conhecida && Date.now() < conhecida.ate ? conhecida.referencia : await referencia(sinal);
    const { tipo, marca, modelo } = nivel;
    const campos = { codigoTabelaReferencia: tabela.codigo, codigoTipoVeiculo: tipo };
    if (marca === undefined) return parse(Lista, await post('ConsultarMarcas', campos, sinal));
    const daMarca = { ...campos, codigoMarca: marca };
    if (modelo === undefined) {
      const modelos = await post('ConsultarModelos', daMarca, sinal);
      return modelos === undefined ? [] : parse(Modelos, modelos).Modelos;
    }
    const anos = await post('ConsultarAnoModelo', { ...daMarca, codigoModelo: modelo }, sinal);
    return anos === undefined ? [] : parse(Lista, anos);
  }

  return {
    nome: 'oficial',
    referencia,
    list: async (nivel, sinal) =>
      toItens(
        nivel,
        (await ask(nivel, sinal)).map(({ Label, Value }) => ({ codigo: Value, nome: Label })),
      ),
  };
}
