/** The end of a permission: the owner is told before, and the vehicle becomes INDEFINIDO after. */
import { addDias, formatDiaIso } from '@unipark/contract/horaLocal';
import { formatPlaca, keyOfPlaca } from '@unipark/contract/placa';
import { DIAS_DA_SEMANA, formatDia } from '@unipark/contract/validade';
import { STATUS_PADRAO } from '@unipark/contract/veiculo';
import { AGENDA, auditMany } from '../platform/audit.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import type { Correio } from '../platform/mail/correio.ts';
import { toWire, update } from './repo.ts';
import { describeEdicao } from './service.ts';
import { listPorAvisar, listVencidos, markAvisados } from './validadeRepo.ts';

/** Vehicles of one transaction: other writes come between two. */
const FATIA = 50;

interface ValidadeDeps {
  db: Banco;
  /** Called in the transaction when the cars of these identity keys changed. */
  onChange: (trx: Transacao, chaves: string[]) => Promise<void>;
  correio: Pick<Correio, 'configurado' | 'send'>;
  /** Whether owners are told. */
  avisar: boolean;
  clock?: Clock | undefined;
}

/** Repeats a slice until it is not full. */
async function everySlice(work: () => Promise<number>): Promise<void> {
  while ((await work()) === FATIA);
}

type EndingVeiculo = Awaited<ReturnType<typeof listPorAvisar>>[number];

function composeAviso({ placa, modelo, valido_ate, nome }: EndingVeiculo) {
  const dia = formatDia(valido_ate ?? '');
  const veiculo = [formatPlaca(placa), modelo].filter(Boolean).join(', ');
  return {
    assunto: `A permissão do veículo ${formatPlaca(placa)} vale até ${dia}`,
    texto: [
      `Olá, ${nome}.`,
      `A permissão de estacionamento do veículo ${veiculo} vale até ${dia}.`,
      'Para renovar, procure a administração do estacionamento antes desse dia.',
      'Depois dele o veículo aparece na portaria como Indefinido.',
    ].join('\n\n'),
  };
}

/** For the hourly housekeeping: each slice is one transaction, so that several nodes may run it. */
export function createValidade({
  db,
  onChange,
  correio,
  avisar,
  clock = systemClock,
}: ValidadeDeps) {
  const expireSlice = (hoje: string): Promise<number> =>
    inTransaction(db, async (trx) => {
      const vencidos = (await listVencidos(trx, hoje, FATIA)).map((linha) => {
        const veiculo = toWire(linha);
        const { versao } = veiculo;
        return {
          antes: { veiculo, motivo: linha.motivo },
          depois: {
            veiculo: { ...veiculo, status: STATUS_PADRAO, versao: versao + 1 },
            motivo: null,
          },
        };
      });
      for (const { antes, depois } of vencidos)
        await update(trx, antes.veiculo, depois.veiculo, null);
      await auditMany(
        trx,
        AGENDA,
        vencidos.map(({ antes, depois }) => ({
          ...describeEdicao(antes, depois),
          motivo: 'validade encerrada',
        })),
      );
      if (vencidos.length > 0) {
        await onChange(
          trx,
          vencidos.map(({ antes }) => keyOfPlaca(antes.veiculo.placa)),
        );
      }
      return vencidos.length;
    });

  const tellSlice = (hoje: string): Promise<number> =>
    inTransaction(db, async (trx) => {
      const semana = { de: hoje, ate: addDias(hoje, DIAS_DA_SEMANA) };
      const veiculos = await listPorAvisar(trx, semana, FATIA);
      if (veiculos.length === 0) return 0;
      for (const veiculo of veiculos) {
        const { email: para, matricula: proprietario } = veiculo;
        if (!para || !proprietario) continue;
        await correio.send(trx, { para, proprietario, ...composeAviso(veiculo) });
      }
      await markAvisados(
        trx,
        veiculos.map(({ placa }) => placa),
      );
      return veiculos.length;
    });

  return {
    /**
     * Ends the permissions whose last day has passed, and tells the owners of those that end in this
     * week, once for each last day.
     */
    async run(): Promise<void> {
      const hoje = formatDiaIso(clock.now());
      await everySlice(() => expireSlice(hoje));
      if (avisar && correio.configurado) await everySlice(() => tellSlice(hoje));
    },
  };
}
