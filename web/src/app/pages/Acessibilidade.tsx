import { Link } from 'react-router';
import { Prose } from './Prose.tsx';

export function Acessibilidade() {
  return (
    <Prose
      title="Acessibilidade"
      sections={[
        {
          title: 'Nosso objetivo',
          text: (
            <p>
              O UNIPARK é desenvolvido para atender às Diretrizes de Acessibilidade para Conteúdo
              Web (WCAG) 2.2, níveis A e AA, como pedem a ABNT NBR 17225 e a Lei Brasileira de
              Inclusão (Lei 13.146/2015).
            </p>
          ),
        },
        {
          title: 'Teclado',
          text: (
            <p>
              Todas as telas podem ser usadas sem mouse. Com Alt+1, 2, 3 e 4 o foco vai para o
              conteúdo, o menu, a busca e o rodapé. A tecla ? mostra todos os atalhos; os de uma só
              tecla podem ser desligados no perfil.
            </p>
          ),
        },
        {
          title: 'Cores e movimento',
          text: (
            <p>
              Há temas claro, escuro e noturno. O status de um veículo é mostrado por ícone, palavra
              e cor. Respeitamos a opção de reduzir movimento do sistema.
            </p>
          ),
        },
        {
          title: 'Mensagens',
          text: (
            <p>
              Os avisos somem depois de 5 segundos, mas ficam guardados no sino durante toda a
              sessão.
            </p>
          ),
        },
        {
          title: 'Encontrou uma barreira?',
          text: (
            <p>
              Conte pela página de <Link to="/contato">Contato</Link>: o que tentou fazer, em que
              tela e com qual recurso de apoio.
            </p>
          ),
        },
      ]}
    />
  );
}
