import type { AtoAuditado } from '@unipark/contract/auditoria';
import {
  formatAcao,
  formatCampoAuditado,
  formatQuem,
  formatRegistro,
  formatValor,
} from '@unipark/contract/textosAuditoria';
import { clock } from '../lib/time/format.ts';
import { CamposAlterados } from '../passagens/linhaDoTempo/CamposAlterados.tsx';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Fact } from '../ui/layout/Fact.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { FraseComPlacas } from '../veiculos/placa/FraseComPlacas.tsx';

/** One act whole: who, from where, why, and every value before and after. */
export function DetalheAto({ ato, onClose }: { ato: AtoAuditado; onClose: () => void }) {
  const { entidade, quando, acao, endereco, motivo, campos, dados } = ato;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible
      title="Ato auditado"
      footer={
        <Button variant="primary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts>
          <Fact label="Quando">{clock(quando)}</Fact>
          <Fact label="Quem">{formatQuem(ato)}</Fact>
          <Fact label="Ação">{formatAcao(acao)}</Fact>
          <Fact label="Registro">
            <FraseComPlacas texto={formatRegistro(ato)} />
          </Fact>
          {/* A vehicle's reason is among its fields. */}
          {motivo && !campos.some(({ campo }) => campo === 'motivo') && (
            <Fact label="Motivo">{motivo}</Fact>
          )}
          {endereco && <Fact label="Endereço">{endereco}</Fact>}
          {dados.map(({ nome, valor }) => (
            <Fact key={nome} label={formatCampoAuditado(entidade, nome)}>
              {formatValor(entidade, nome, valor)}
            </Fact>
          ))}
        </Facts>
        {campos.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3>O que mudou</h3>
            <CamposAlterados
              campos={campos}
              formatNome={(campo) => formatCampoAuditado(entidade, campo)}
              formatValor={(campo, valor) => formatValor(entidade, campo, valor)}
            />
          </section>
        )}
      </div>
    </Dialog>
  );
}
