import { useMutation } from '@tanstack/react-query';
import { type Aparelho, Silencio } from '@unipark/contract/aviso';
import { useState } from 'react';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Input } from '../ui/form/Input.tsx';
import { changeSilencio } from './api.ts';

const NOITE: Silencio = { de: '22:00', ate: '06:00' };

/** 'Não avisar das 22:00 às 06:00', in São Paulo time; always there, so that nothing moves. */
export function HorarioSemAvisos({ aparelho }: { aparelho: Aparelho | undefined }) {
  const { mutate, isPending } = useMutation(changeSilencio);
  const gravado = aparelho?.silencio ?? null;
  const [horas, setHoras] = useState(gravado ?? NOITE);
  const [ligado, setLigado] = useState(gravado !== null);
  const isValid = Silencio.safeParse(horas).success;
  const save = (silencio: Silencio | null, onError?: () => void) => {
    if (aparelho) mutate({ id: aparelho.id, silencio }, { onError });
  };
  const toggle = (liga: boolean) => {
    setLigado(liga);
    // The box shows what the server has: a guard must not rely on the other.
    if (!liga || isValid) save(liga ? horas : null, () => setLigado(!liga));
  };
  // A time is stored when its field is left: while it is typed it passes through others.
  const leaveField = () => {
    const mudou = horas.de !== gravado?.de || horas.ate !== gravado?.ate;
    if (ligado && isValid && mudou) save(horas);
  };
  const field = (nome: 'de' | 'ate', label: string) => (
    <span className="w-33">
      <Input
        type="time"
        aria-label={label}
        aria-invalid={!isValid || undefined}
        value={horas[nome]}
        // Not while it is saved: the next time is being typed already.
        disabled={!aparelho || !ligado}
        onChange={({ target }) => setHoras({ ...horas, [nome]: target.value })}
        onBlur={leaveField}
      />
    </span>
  );
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Horário sem avisos</legend>
      <Checkbox
        label="Não avisar das"
        checked={ligado}
        disabled={!aparelho || isPending}
        onChange={({ target }) => toggle(target.checked)}
      />
      {field('de', 'Início do horário sem avisos')}
      <span className="text-sm font-medium">às</span>
      {field('ate', 'Fim do horário sem avisos')}
    </fieldset>
  );
}
