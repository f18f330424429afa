import { useMutation } from '@tanstack/react-query';
import type { NovoDispositivo as Corpo } from '@unipark/contract/dispositivo';
import { useAttemptKey } from '../lib/attempt.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { createDispositivo } from './api.ts';
import { FormularioDispositivo } from './FormularioDispositivo.tsx';
import { CAMINHO_DISPOSITIVOS, caminhoDo } from './rotas.ts';
import { TokenUmaVez } from './TokenUmaVez.tsx';

/** A new device; then, once, its token. It lives in this screen's memory alone: a reload ends it. */
export function NovoDispositivo() {
  const { mutateAsync, data } = useMutation(createDispositivo);
  const tentativa = useAttemptKey();
  if (data) {
    return (
      <Panel title={`${data.dispositivo.nome}: endereço e token`}>
        <TokenUmaVez {...data} />
        <div>
          <ButtonLink variant="primary" iconAfter="arrow-right" to={caminhoDo(data.dispositivo.id)}>
            Ver dispositivo
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  const salvar = (corpo: Corpo) => mutateAsync({ corpo, chave: tentativa.keyFor(corpo) });
  return (
    <>
      <h2>Novo dispositivo</h2>
      <FormularioDispositivo rotulo="Cadastrar" voltar={CAMINHO_DISPOSITIVOS} onSalvar={salvar} />
    </>
  );
}
