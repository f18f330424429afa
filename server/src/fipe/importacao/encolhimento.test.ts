import { describe, expect, test } from 'vitest';
import { buildImportacao, CABECALHO } from '../../../test/importacao.ts';

const BOA = '1,59,VW,5940,Gol,2018-5,\n';

describe('the safety check', () => {
  test('a wrong file does not remove half of the catalogue', async () => {
    const rede = await buildImportacao();
    const linhas = Array.from({ length: 10 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    await rede.importText(CABECALHO + linhas.join('\n'));
    const menos = CABECALHO + linhas.slice(0, 4).join('\n');
    expect(await rede.importText(menos)).toEqual({
      codigo: 1,
      linhas: [
        'Em carros, o catálogo em uso tem 1 marca, 10 modelos, 10 anos; o arquivo, 1 marca, 4 modelos, 4 anos.',
        'O catálogo perderia mais da metade. Se estiver correto, repita com --substituir.',
      ],
    });
    expect(await rede.listCatalogo()).toHaveLength(21);
    expect((await rede.importText(CABECALHO + linhas.slice(0, 5).join('\n'))).codigo).toBe(0);
    expect((await rede.importText(`${CABECALHO}${linhas[0]}`, '--substituir')).codigo).toBe(0);
    expect(await rede.listCatalogo()).toHaveLength(3);
    await rede.close();
  });

  test('--conferir checks everything and writes nothing', async () => {
    const rede = await buildImportacao();
    const checkText = (texto: string) =>
      rede.importText(texto, '--conferir', '--referencia', '11/2026');
    expect(await checkText(`${CABECALHO}${BOA}${BOA}`)).toEqual({
      codigo: 0,
      linhas: [
        'Arquivo conferido: tabela, referência 2026-11.',
        'O catálogo teria 1 marca, 1 modelo e 1 ano.',
        'Repetidos, contados uma vez: 1.',
        'Nada foi gravado.',
      ],
    });
    expect((await checkText(`${CABECALHO}1`)).codigo).toBe(1);
    expect(await rede.editions()).toEqual([]);
    await rede.close();
  });
});
