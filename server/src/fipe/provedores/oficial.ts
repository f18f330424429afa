/** The service behind the official page: undocumented, and made for that page in a browser. */
import * as z from 'zod/mini';
import { isRecent, nowIso } from '../../platform/clock.ts';
import { askJson } from './cliente.ts';
import { Codigo, newest, parse, toItens } from './leitura.ts';
import { FalhaDoProvedor, type FipeLevel, type FipeProvider, type Referencia } from './provedor.ts';

const UMA_HORA_MS = 3_600_000;

/** The service refuses clients that are not a browser; our name follows the browser's text. */
const NAVEGADOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 UNIPARK';

const Tabelas = z.array(z.object({ Codigo, Mes: z.string() }));
const Lista = z.array(z.object({ Label: z.string(), Value: Codigo }));
/** Models come in an object, beside years of no particular model. */
const Modelos = z.object({ Modelos: Lista });
/** Its errors have status 200. */
const Erro = z.object({ codigo: Codigo, erro: z.string() });

/** Undefined when it found nothing; any other error of it is a failure. */
function withoutErro(dados: unknown): unknown {
  const { success, data } = z.safeParse(Erro, dados);
  if (!success) return dados;
  if (data.erro === 'nadaencontrado') return undefined;
  const codigo = /^\w{1,8}$/.exec(String(data.codigo))?.[0] ?? '?';
  throw new FalhaDoProvedor(`Respondeu com o erro ${codigo} da própria tabela.`);
}

export function createOficial(base: URL): FipeProvider {
  let conhecida: { referencia: Referencia; em: string } | undefined;

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

  async function getReferencia(sinal: AbortSignal): Promise<Referencia> {
    const tabelas = parse(Tabelas, await post('ConsultarTabelaDeReferencia', {}, sinal));
    const nova = newest(tabelas.map(({ Codigo: codigo, Mes: mes }) => ({ codigo, mes })));
    conhecida = { referencia: nova, em: nowIso() };
    return nova;
  }

  async function ask(nivel: FipeLevel, sinal: AbortSignal) {
    const tabela =
      conhecida && isRecent(conhecida.em, UMA_HORA_MS)
        ? conhecida.referencia
        : await getReferencia(sinal);
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
    getReferencia,
    list: async (nivel, sinal) =>
      toItens(
        nivel,
        (await ask(nivel, sinal)).map(({ Label, Value }) => ({ codigo: Value, nome: Label })),
      ),
  };
}
