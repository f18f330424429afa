import { CorrecaoPassagem } from '@unipark/contract/passagem';
import { cleanPlaca } from '@unipark/contract/placa';
import { type FormEvent, useState } from 'react';
import { asApiError } from '../../lib/wire/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';

type CorrigirPlacaProps = {
  placa: string;
  enviando: boolean;
  erro: unknown;
  onCorrect: (placa: string) => void;
  onCancel: () => void;
};

export function CorrigirPlaca({ placa, enviando, erro, onCorrect, onCancel }: CorrigirPlacaProps) {
  const [digitada, setDigitada] = useState(placa);
  const lida = CorrecaoPassagem.safeParse({ placa: digitada });
  const nova = lida.success && lida.data.placa !== placa ? lida.data.placa : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nova && !enviando) onCorrect(nova);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Placa correta"
        hint="A leitura original fica guardada."
        error={erro ? (asApiError(erro).campos.placa ?? asApiError(erro).mensagem) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            face="plate"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            value={digitada}
            onChange={(event) => setDigitada(cleanPlaca(event.target.value))}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel} disabled={enviando}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" disabled={!nova} loading={enviando}>
          Corrigir
        </Button>
      </div>
    </form>
  );
}
