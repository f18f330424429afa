import { tipoPlaca } from '@unipark/contract/placa';
import type { Dispatch, Ref } from 'react';
import { CamposCatalogo } from '../CamposCatalogo.tsx';
import type { Erros } from '../erros.ts';
import type { Acao, Registro } from './registro.ts';
import { SecaoCidade } from './SecaoCidade.tsx';
import { SecaoCor } from './SecaoCor.tsx';
import { SecaoPlaca } from './SecaoPlaca.tsx';
import { SecaoProprietario } from './SecaoProprietario.tsx';
import { SecaoStatus } from './SecaoStatus.tsx';
import { SecaoTipo } from './SecaoTipo.tsx';
import { usePlacaConferida } from './usePlacaConferida.ts';

type Props = {
  registro: Registro;
  mudar: Dispatch<Acao>;
  /** The plate the server has just refused. */
  duplicada?: string;
  erros: Erros;
  /** Nothing more is asked about the plate, which is about to be registered. */
  confirmando: boolean;
  inicio: Ref<HTMLInputElement>;
};

/** The nine sections in the order of the specification: five rows on a wide screen. */
export function SecoesVeiculo({ registro, mudar, duplicada, erros, confirmando, inicio }: Props) {
  const { ocupada, gemea } = usePlacaConferida(confirmando ? '' : registro.placa);
  return (
    <div className="grid gap-x-4 gap-y-6 desktop:grid-cols-6">
      <SecaoTipo
        inicio={inicio}
        value={registro.tipo}
        onChange={(valor) => mudar({ campo: 'tipo', valor })}
        erro={erros.tipo}
      />
      <CamposCatalogo
        value={registro}
        onChange={(valor) => mudar({ campo: 'tudo', valor })}
        numeros={[2, 3, 4]}
        erros={erros}
        className="desktop:col-span-2"
      />
      <SecaoCor
        value={registro.cor}
        onChange={(valor) => mudar({ campo: 'cor', valor })}
        erro={erros.cor}
      />
      <SecaoPlaca
        value={registro.placa}
        onChange={(valor) => mudar({ campo: 'placa', valor })}
        ocupada={duplicada ?? ocupada}
        gemea={gemea}
        erro={erros.placa}
      />
      {tipoPlaca(registro.placa) === 'Antiga' ? (
        <SecaoCidade
          value={registro.cidade}
          onChange={(valor) => mudar({ campo: 'cidade', valor })}
          erro={erros.cidade ?? erros.estado}
        />
      ) : (
        // Keeps the place, so that nothing jumps while a plate is typed.
        <div className="max-desktop:hidden desktop:col-span-3" />
      )}
      <SecaoProprietario
        value={registro.proprietario}
        onChange={(valor) => mudar({ campo: 'proprietario', valor })}
        erro={erros.proprietario_matricula}
      />
      <SecaoStatus
        value={registro.status}
        onChange={(valor) => mudar({ campo: 'status', valor })}
        erro={erros.status}
      />
    </div>
  );
}
