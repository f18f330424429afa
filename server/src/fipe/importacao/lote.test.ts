import { describe, expect, test } from 'vitest';
import { buildImportacao, CABECALHO } from '../../../test/importacao.ts';

describe('repeated rows', () => {
  test('are counted; of two names the first stays', async () => {
    const repetida = await buildImportacao();
    const muitas = Array.from({ length: 1_500 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    const linhas = [
      ...muitas,
      muitas[7],
      muitas[7],
      '1,59,Volks,3,M3,2018-1,',
      '1,59,VW,3,Outro,2017-1,',
      '1,59,VW,3,M3,2018-1,2018 G',
      muitas[1_499],
    ];
    const dito = await repetida.importText(CABECALHO + linhas.join('\n'));
    expect(dito.linhas).toEqual([
      'Catálogo importado: tabela.',
      'O catálogo tem 1 marca, 1.500 modelos e 1.501 anos.',
      'Repetidos, contados uma vez: 4.',
      'Códigos com mais de um nome: 3.',
      "  Linha 1.504: a marca 59 já se chama 'VW'; 'Volks' ficou de fora.",
      "  Linha 1.505: o modelo 3 já se chama 'M3'; 'Outro' ficou de fora.",
      "  Linha 1.506: o ano 2018-1 já se chama '2018 Gasolina'; '2018 G' ficou de fora.",
    ]);
    await repetida.close();
  });
});
