const formatUnidade = (n: number, um: string, varios: string): string =>
  `${n} ${n === 1 ? um : varios}`;

/** A duration as text for staff: '45 s', '2 min', '3 h 2 min', '1 dia 2 h'. */
export function formatDuracao(ms: number): string {
  const segundos = Math.round(Math.abs(ms) / 1_000);
  if (segundos < 60) return `${segundos} s`;
  const minutos = Math.round(segundos / 60);
  const [dias, horas, resto] = [
    Math.floor(minutos / 1_440),
    Math.floor(minutos / 60) % 24,
    minutos % 60,
  ];
  if (dias > 0)
    return [formatUnidade(dias, 'dia', 'dias'), horas && `${horas} h`].filter(Boolean).join(' ');
  return [horas && `${horas} h`, resto && `${resto} min`].filter(Boolean).join(' ');
}

/** '45 s', '2 min', '1 h 5 min': rounded up, as a waiting time. */
export function formatEspera(segundos: number): string {
  const s = Math.ceil(segundos);
  if (s < 60) return `${s} s`;
  const min = Math.ceil(s / 60);
  if (min < 60) return `${min} min`;
  return [`${Math.floor(min / 60)} h`, min % 60 > 0 && `${min % 60} min`].filter(Boolean).join(' ');
}
