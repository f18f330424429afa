import { CorrecaoPassagem } from '@unipark/contract/passagem';
import { digitarPlaca } from '@unipark/contract/placa';
import { type FormEvent, useState } from 'react';
import { asApiError } from '../lib/errors.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';

type CorrigirPlacaProps = {
  placa: string;
  enviando: boolean;
  erro: unknown;
  onCorrigir: (placa: string) => void;
  onCancel: () => void;
};

/** The plate as a person reads it in the picture, in place of what the camera read. */
export function CorrigirPlaca({ placa, enviando, erro, onCorrigir, onCancel }: CorrigirPlacaProps) {
  const [digitada, setDigitada] = useState(placa);
  const lida = CorrecaoPassagem.safeParse({ placa: digitada });
  const nova = lida.success && lida.data.placa !== placa ? lida.data.placa : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nova && !enviando) onCorrigir(nova);
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
            onChange={(event) => setDigitada(digitarPlaca(event.target.value))}
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
