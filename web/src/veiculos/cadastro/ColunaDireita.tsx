import { CAMPOS_VEICULO, formatCampo, isAtivo, orderCampos } from '@unipark/contract/veiculo';
import { Button } from '../../ui/button/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { settleStatus } from '../rotulos.ts';
import { PainelPlaca } from './PainelPlaca.tsx';
import { dropCidade, hasPlacaValida, type VeiculoDraft } from './registro.ts';

type Props = {
  registro: VeiculoDraft;
  cadastrados: number;
  canSave: boolean;
  onPrint: () => void;
};

/** Narrow: `contents`; the plate sticks under the header, the button to the bottom. */
export function ColunaDireita({ registro, cadastrados, canSave, onPrint }: Props) {
  const comAdesivo = isAtivo(settleStatus(registro));
  return (
    <div className="contents desktop:order-3 desktop:block">
      <div
        className={cx(
          'contents desktop:sticky desktop:top-20 desktop:flex desktop:flex-col desktop:gap-4 desktop:short:gap-3',
          'desktop:min-h-[min(100%,calc(100dvh-11rem))] desktop:rounded-panel desktop:border desktop:border-border desktop:bg-surface desktop:p-5 desktop:short:top-18 desktop:short:py-4',
        )}
      >
        <PainelPlaca registro={registro} cadastrados={cadastrados} />
        <div className="border-t border-border pt-4 short:pt-3 max-desktop:hidden">
          <ResumoVeiculo registro={registro} />
        </div>
        <div
          className={cx(
            'sticky bottom-0 z-2 order-3 -mx-4 border-t border-border bg-surface px-4 py-3 tablet:-mx-6 tablet:px-6',
            'low:static desktop:bottom-4 desktop:mx-0 desktop:mt-auto desktop:border-t-0 desktop:p-0',
          )}
        >
          <p className="text-center text-xs text-muted not-empty:mb-2">
            {registro.placa === '' && 'Informe a placa para salvar.'}
            {!canSave && hasPlacaValida(registro) && 'Informe outra placa para salvar.'}
            {canSave && !comAdesivo && 'Para imprimir o adesivo, escolha o status ATIVO.'}
          </p>
          <div className="flex flex-wrap gap-2 *:grow *:px-2! tablet:*:px-3!">
            <Button variant="primary" type="submit" size="lg" disabled={!canSave}>
              Salvar Veículo
            </Button>
            <Button size="lg" disabled={!canSave || !comAdesivo} onClick={onPrint}>
              Salvar e imprimir
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Without the plate, which is drawn above. */
const CHAVES = orderCampos('secao').filter((chave) => chave !== 'placa');

function ResumoVeiculo({ registro }: { registro: VeiculoDraft }) {
  const { cidade, estado } = dropCidade(registro);
  const valores: Partial<Record<(typeof CHAVES)[number], string>> = {
    cidade: cidade && `${cidade} - ${estado}`,
    proprietario_matricula: registro.proprietario_nome,
  };
  return (
    <dl className="flex flex-col gap-2.5 text-sm short:gap-1.5">
      {CHAVES.map((chave) => (
        <div key={chave} className="flex gap-4">
          <dt className="w-25 shrink-0 text-muted">{CAMPOS_VEICULO[chave].rotulo}</dt>
          <dd className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
            {(valores[chave] ?? formatCampo(chave, registro[chave])) || (
              <span className="font-normal text-muted">–</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
