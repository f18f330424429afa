import { hour } from '../lib/format.ts';
import { useAgora } from '../lib/useAgora.ts';
import { Icon } from '../ui/Icon.tsx';

type SinalAoVivoProps = {
  ligado: boolean;
  /** When the stream last gave a sign of life, and when the cards were last right (ms). */
  sinal: number;
  dadosDe: number;
};

const idade = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 60 ? `há ${seconds} s` : `há ${Math.floor(seconds / 60)} min`;
};

/** 'ao vivo · há 2 s', or in amber since when nothing is heard. */
export function SinalAoVivo({ ligado, sinal, dadosDe }: SinalAoVivoProps) {
  const agora = useAgora();
  if (!ligado) {
    return (
      <span className="inline-flex items-center gap-2 text-sm font-semibold text-warning">
        <Icon name="refresh" size={16} />
        {dadosDe > 0 ? `reconectando… dados de ${hour(dadosDe)}` : 'conectando…'}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted tabular">
      <span aria-hidden="true" className="size-2 rounded-full bg-positive" />
      <span>
        <span className="max-phone:sr-only">ao vivo · </span>
        {idade(agora - sinal)}
      </span>
    </span>
  );
}
