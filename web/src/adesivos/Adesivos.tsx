import { useQueries, useQuery } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePageState } from '../lib/screen/pageState.ts';
import { count, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { NativeSelect } from '../ui/form/NativeSelect.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { veiculoQuery } from '../veiculos/api.ts';
import { Adesivo } from './Adesivo.tsx';
import './adesivos.css';
import {
  arrangeFolhas,
  impressaoQuery,
  isApto,
  POR_FOLHA,
  readFiltros,
  readPlacas,
  VEICULOS_MAXIMO,
} from './pedido.ts';

const FORMATOS = [
  { value: 'folha', label: 'Folha A4, 10 por folha' },
  { value: 'etiqueta', label: 'Etiqueta de 62 mm' },
] as const;
type FormatoAdesivo = (typeof FORMATOS)[number]['value'];

const INICIOS = Array.from({ length: POR_FOLHA }, (_, lugar) => ({
  value: String(lugar),
  label: `Começar no ${lugar + 1}º`,
}));

/** The labels of some vehicles, as they are printed. */
export function Adesivos() {
  const { consulta, veiculos, ausentes, total, mais, anteriores, previous, next } =
    useVeiculosPedidos();
  const [formato, setFormato] = useState<FormatoAdesivo>('folha');
  const [inicio, setInicio] = useState('0');
  const aptos = veiculos.filter(isApto);
  const etiqueta = formato === 'etiqueta';
  const folhas = etiqueta ? [aptos] : arrangeFolhas(aptos, Number(inicio));
  const lidos = !consulta.isPending && !consulta.isError;
  const imprimir = useFocoAoChegar(aptos.length > 0);
  return (
    <>
      <PageHeader
        title="Adesivos"
        breadcrumb={[{ label: 'Veículos', to: '/veiculos' }, { label: 'Adesivos' }]}
        actions={
          <Button
            ref={imprimir}
            variant="primary"
            icon="printer"
            disabled={aptos.length === 0}
            onClick={() => window.print()}
          >
            Imprimir
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-4">
        <Segmented
          label="Formato"
          name="formato"
          options={FORMATOS}
          value={formato}
          onChange={setFormato}
        />
        {!etiqueta && (
          <NativeSelect
            compact
            aria-label="Primeiro lugar livre da folha"
            options={INICIOS}
            value={inicio}
            onChange={(event) => setInicio(event.target.value)}
          />
        )}
        <p role="status" className="text-sm text-muted">
          {lidos &&
            describe({
              ...{ aptos: aptos.length, lidos: veiculos.length },
              ...{ ausentes, anteriores, total, mais },
            })}
        </p>
        {(previous || next) && (
          <div className="ml-auto flex gap-2">
            <Button icon="chevron-left" disabled={!previous} onClick={previous}>
              Anteriores
            </Button>
            <Button iconAfter="chevron-right" disabled={!next} onClick={next}>
              Próximos
            </Button>
          </div>
        )}
      </div>
      {consulta.isError && (
        <FailedQuery title="Não foi possível carregar os veículos." query={consulta} />
      )}
      {lidos && aptos.length === 0 && <SemAptos />}
      {aptos.length > 0 && (
        <div className="adesivos">
          {folhas.map((folha, numero) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet has no other name
            <section key={numero} className={cx('folha', etiqueta && 'etiqueta')}>
              {folha.map((veiculo, lugar) =>
                veiculo ? (
                  <Adesivo key={veiculo.placa} veiculo={veiculo} etiqueta={etiqueta} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a free place has no other name
                  <div key={lugar} className="adesivo vago" aria-hidden="true" />
                ),
              )}
            </section>
          ))}
        </div>
      )}
    </>
  );
}

/** Right after a vehicle was saved for it, Enter prints: the button has the focus once. */
function useFocoAoChegar(pronto: boolean) {
  const { imprimir } = usePageState();
  const botao = useRef<HTMLButtonElement>(null);
  const focar = pronto && imprimir === true;
  useEffect(() => {
    if (!focar) return;
    // After the heading, which takes the focus when a screen opens.
    const timer = setTimeout(() => botao.current?.focus());
    return () => clearTimeout(timer);
  }, [focar]);
  return botao;
}

/** What is printed and what is left out, in one line. */
function describe({
  aptos,
  lidos,
  ausentes,
  anteriores,
  total,
  mais,
}: Record<'aptos' | 'lidos' | 'anteriores' | 'total', number> & {
  /** Plates of the address that are not registered. */
  ausentes: string[];
  mais: boolean;
}) {
  const fora = lidos - aptos;
  return [
    `${count(aptos, 'adesivo', 'adesivos')}.`,
    fora > 0 && `${count(fora, 'veículo', 'veículos')} sem status Ativo, de fora.`,
    ausentes.length > 0 && `Sem cadastro: ${ausentes.join(', ')}.`,
    total > lidos &&
      `Veículos ${number(anteriores + 1)}–${number(anteriores + lidos)} de ${count(total, 'veículo', 'veículos', mais)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const SemAptos = () => (
  <EmptyState
    icon="car"
    title="Nenhum veículo ativo."
    text="Só veículos com status Ativo recebem adesivo. Escolha outros na consulta."
  >
    <ButtonLink variant="primary" to="/veiculos/consultar">
      Consultar Veículos
    </ButtonLink>
  </EmptyState>
);

/** The vehicles of the plates in the address, or one print of the list that it filters. */
function useVeiculosPedidos() {
  const [params] = useSearchParams();
  const placas = readPlacas(params);
  const busca = params.toString();
  const [lugar, setLugar] = useState<{ busca: string; pontos: string[] }>({ busca, pontos: [] });
  // The cursors of the prints before this one; another list begins at its first.
  const pontos = lugar.busca === busca ? lugar.pontos : [];
  const lista = useQuery({
    ...impressaoQuery(readFiltros(params), pontos.at(-1)),
    enabled: placas.length === 0,
  });
  const nomeados = useQueries({
    queries: placas.map((placa) => veiculoQuery(placa)),
    combine: (consultas) => ({
      veiculos: consultas.flatMap(({ data }) => data ?? []) as Veiculo[],
      isPending: consultas.some(({ isPending }) => isPending),
      isError: consultas.some(({ isError }) => isError),
      error: consultas.find(({ error }) => error)?.error ?? null,
      isFetching: consultas.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(consultas.map(({ refetch }) => refetch())),
    }),
  });
  if (placas.length > 0) {
    const { veiculos } = nomeados;
    return {
      ...{ consulta: nomeados, veiculos, total: veiculos.length, mais: false, anteriores: 0 },
      ausentes: placas.filter((placa) => veiculos.every((veiculo) => veiculo.placa !== placa)),
      ...{ previous: undefined, next: undefined },
    };
  }
  const { items = [], total = 0, mais = false, next } = lista.data ?? {};
  return {
    ...{ consulta: lista, veiculos: items, ausentes: [], total, mais },
    anteriores: pontos.length * VEICULOS_MAXIMO,
    previous:
      pontos.length === 0 ? undefined : () => setLugar({ busca, pontos: pontos.slice(0, -1) }),
    next: next === undefined ? undefined : () => setLugar({ busca, pontos: [...pontos, next] }),
  };
}
