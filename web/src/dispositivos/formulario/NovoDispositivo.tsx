import { useMutation } from '@tanstack/react-query';
import type { DispositivoComToken } from '@unipark/contract/dispositivo';
import { useEffect } from 'react';
import { focusHeadingSoon } from '../../lib/screen/focusHeading.ts';
import { useAttemptKey } from '../../lib/wire/attempt.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useOnceGuard } from '../../ui/dialog/useLeaveGuard.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { createDispositivo } from '../api.ts';
import { EnviarTeste } from '../EnviarTeste.tsx';
import { CAMINHO_DISPOSITIVOS, pathOfDispositivo } from '../rotas.ts';
import { TokenUmaVez } from '../TokenUmaVez.tsx';
import { FormularioDispositivo } from './FormularioDispositivo.tsx';

/** Creates a device and shows its token once. Only this screen's memory has the token. */
export function NovoDispositivo() {
  const { mutate, isPending, data } = useMutation(createDispositivo);
  const tentativa = useAttemptKey();
  if (data) return <Criado {...data} />;
  return (
    <>
      <h2>Novo dispositivo</h2>
      <FormularioDispositivo
        rotulo="Cadastrar"
        voltar={CAMINHO_DISPOSITIVOS}
        enviando={isPending}
        onSave={(corpo, onError) => mutate({ corpo, chave: tentativa.keyFor(corpo) }, { onError })}
      />
    </>
  );
}

function Criado(criado: DispositivoComToken) {
  const { dispositivo, token } = criado;
  const pagina = pathOfDispositivo(dispositivo.id);
  // The form is gone.
  useEffect(focusHeadingSoon, []);
  const perguntaDeSaida = useOnceGuard(token !== null, ({ pathname }) => pathname === pagina);
  return (
    <>
      <Panel title={`${dispositivo.nome}: endereço e token`}>
        <TokenUmaVez {...criado} />
        <div>
          <ButtonLink variant="primary" iconAfter="arrow-right" to={pagina}>
            Ver dispositivo
          </ButtonLink>
        </div>
      </Panel>
      <EnviarTeste dispositivo={dispositivo} />
      {perguntaDeSaida}
    </>
  );
}
