import { expect, test } from 'vitest';
import { describeFiltros } from './filtros.ts';

test.each([
  ['', ''],
  ['limite=50&ordem=-placa&apos=abc', ''],
  ['q=RIO&status=ATIVO', 'busca "RIO" · status ATIVO'],
  ['tipo=2&sem_proprietario=1', 'tipo Moto · sem proprietário'],
  ['de=2026-11-01&ate=2026-11-21&camera=2', 'de 01/11/2026 · até 21/11/2026 · Câmera 2'],
  ['proprietario=007', 'proprietário 007'],
  ['entidade=veiculo&acao=excluir&quem=abc', 'Veículo · Excluiu · de um usuário'],
  ['sentido=saida&situacao=com_sugestao', 'Saída · leitura duvidosa'],
])('the address %s is printed as "%s"', (address, words) => {
  expect(describeFiltros(new URLSearchParams(address))).toBe(words);
});
