/** The page of an owner, over the list. */
export const pathOfProprietario = (matricula: string): string =>
  `/proprietarios/consultar/${encodeURIComponent(matricula)}`;

/** The list of an owner's vehicles. */
export const pathOfVeiculos = (matricula: string): string =>
  `/veiculos/consultar?proprietario=${encodeURIComponent(matricula)}`;
