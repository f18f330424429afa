/** What another server answers, read no further than allowed. @throws when it is larger than `maximo` bytes */
export async function readUpTo(resposta: Response, maximo: number): Promise<Buffer<ArrayBuffer>> {
  const pedacos: Uint8Array[] = [];
  let total = 0;
  for await (const pedaco of resposta.body ?? []) {
    total += pedaco.byteLength;
    // Leaving the loop ends the reading, and with it the connection.
    if (total > maximo) throw new TypeError('larger than allowed');
    pedacos.push(pedaco);
  }
  return Buffer.concat(pedacos);
}
