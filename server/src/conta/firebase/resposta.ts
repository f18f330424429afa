/** The body of an answer as text. @throws when it is larger than `maximo` bytes */
export async function readUpTo(resposta: Response, maximo: number): Promise<string> {
  const pedacos: Uint8Array[] = [];
  let total = 0;
  for await (const pedaco of resposta.body ?? []) {
    total += pedaco.length;
    // Leaving the loop ends the reading, and with it the connection.
    if (total > maximo) throw new Error('larger than allowed');
    pedacos.push(pedaco);
  }
  return Buffer.concat(pedacos).toString('utf8');
}
