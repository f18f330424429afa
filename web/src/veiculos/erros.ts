import type { NovoVeiculo } from '@unipark/contract/veiculo';

/** Field → sentence, in the words of the contract or of the server. */
export type Erros = Readonly<Record<string, string>>;

type Problemas = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

/** The first sentence of each field that a schema refused. */
export function errosDe(error: Problemas | undefined): Erros {
  const erros: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) erros[String(path[0])] ??= message;
  return erros;
}

/** What was wrong with a body; a field that has changed since is no longer at fault. */
export type Recusa = { corpo: NovoVeiculo; campos: Erros };

export function aindaErrados(recusa: Recusa | undefined, agora: NovoVeiculo): Erros {
  if (!recusa) return {};
  const mesmo = (campo: string) =>
    recusa.corpo[campo as keyof NovoVeiculo] === agora[campo as keyof NovoVeiculo];
  return Object.fromEntries(Object.entries(recusa.campos).filter(([campo]) => mesmo(campo)));
}
