import { zodResolver } from '@hookform/resolvers/zod';
import {
  CAMPOS_PROPRIETARIO,
  ContatoProprietario,
  type ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { CamposContato } from '../../proprietarios/CamposContato.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { ConflictDialog } from '../../ui/dialog/ConflictDialog.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import type { ContactPart } from './useContato.ts';

type Props = { proprietario: ProprietarioCompleto; contato: ContactPart };

const CHAVES = ['email', 'telefone'] as const;

const formatCampo = (chave: (typeof CHAVES)[number], valor: string | null | undefined): string =>
  valor ? (CAMPOS_PROPRIETARIO[chave].format?.(valor) ?? valor) : NAO_INFORMADO;

export function FormularioContato({ proprietario, contato }: Props) {
  /** The contact that was last sent. */
  const [enviado, setEnviado] = useState<ContatoProprietario>({});
  const form = useForm({
    resolver: zodResolver(ContatoProprietario),
    defaultValues: {
      email: proprietario.email ?? '',
      telefone: proprietario.telefone ? formatCampo('telefone', proprietario.telefone) : '',
    },
  });
  const { register, handleSubmit, formState } = form;
  const save = handleSubmit((corpo) => {
    setEnviado(corpo);
    contato.save(corpo, (error) => showFaults(form, error));
  });
  const { atual, enviando, close } = contato;
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={save}>
      <CamposContato register={register} errors={formState.errors} autoFocus />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close} disabled={enviando}>
          Cancelar
        </Button>
        <Button variant="primary" type="submit" loading={enviando}>
          Salvar
        </Button>
      </div>
      {atual && (
        <ConflictDialog
          title="Este proprietário foi alterado por outra pessoa"
          rows={CHAVES.map((chave) => ({
            label: CAMPOS_PROPRIETARIO[chave].rotulo,
            mine: formatCampo(chave, enviado[chave]),
            current: formatCampo(chave, atual[chave]),
          }))}
          busy={enviando}
          onMine={() => void save()}
          onCurrent={close}
          onBack={contato.dismiss}
        />
      )}
    </form>
  );
}
