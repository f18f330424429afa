import { useMutation } from '@tanstack/react-query';
import { cleanPlaca } from '@unipark/contract/placa';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { asApiError } from '../../lib/wire/errors.ts';
import { simulatePassagem } from '../../passagens/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

export function SimularPassagem() {
  const [placa, setPlaca] = useState('');
  const { mutate, isPending, isSuccess, error } = useMutation(simulatePassagem);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (placa) mutate(placa);
  };

  return (
    <Panel title="Simular passagem">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Placa"
          hint="Aparece em Ao Vivo, marcada como teste, e fica fora de relatórios e alertas."
          error={error && (asApiError(error).campos.placa ?? asApiError(error).mensagem)}
        >
          {(control) => (
            <Input
              {...control}
              face="plate"
              name="placa"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="RIO2A18"
              value={placa}
              onChange={(event) => setPlaca(cleanPlaca(event.target.value))}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" icon="play" loading={isPending} disabled={!placa}>
          Simular passagem
        </Button>
        {isSuccess && <Link to="/aovivo">Ver em Ao Vivo</Link>}
      </form>
    </Panel>
  );
}
