import type { PrazosRetencao } from '@unipark/contract/retencao';
import { Link } from 'react-router';
import { useInstalacao } from '../../conta/instalacao.ts';
import { count } from '../../lib/time/format.ts';
import { Prose } from './Prose.tsx';

const formatDias = (dias: number): string => count(dias, 'dia', 'dias');

function describePrazos(prazos: PrazosRetencao): string {
  const { passagens_dias, nao_cadastradas_dias, fotos_dias, bruto_dias } = prazos;
  const { mensagens_dias, visitantes_dias, auditoria_dias } = prazos;
  const passagens =
    passagens_dias === null
      ? 'Passagens de veículos cadastrados não são apagadas'
      : `Passagens são apagadas em ${formatDias(passagens_dias)}`;
  return [
    `${passagens}, as de veículos não cadastrados, em ${formatDias(nao_cadastradas_dias)},`,
    `fotos, em ${formatDias(fotos_dias)}. A mensagem original de uma câmera é apagada em`,
    `${formatDias(bruto_dias)}, uma mensagem de contato, em ${formatDias(mensagens_dias)}, um passe`,
    `de visitante, ${formatDias(visitantes_dias)} depois da visita. O registro de quem fez o quê`,
    `(auditoria) é apagado em ${formatDias(auditoria_dias)}. Uma passagem de que se precisa como`,
    'prova pode ser retida por mais tempo, com o motivo.',
  ].join(' ');
}

/** Until the server answers, and while it cannot tell. */
const SEM_PRAZOS =
  'Passagens, fotos e mensagens são apagadas quando passam do prazo que a administração escolhe.';

export function Privacidade() {
  const { contato, prazos } = useInstalacao() ?? {};
  const encarregado = contato?.encarregado;
  return (
    <Prose
      title="Privacidade"
      sections={[
        {
          title: 'O que é guardado',
          text: (
            <p>
              De proprietários: matrícula e nome. De veículos: placa, tipo, marca, modelo, ano, cor,
              status, cidade, estado e a matrícula do proprietário; se informados, o e-mail e o
              telefone do proprietário. De visitantes: nome, placa, quem recebe, destino e horário.
              Da portaria: a placa lida, a hora, a câmera, o sentido e, se a câmera envia, a foto da
              passagem. De quem usa o sistema: nome, e-mail, foto do perfil, se enviada, e o que
              alterou.
            </p>
          ),
        },
        {
          title: 'Para quê',
          text: (
            <p>
              Para controlar a entrada e a saída de veículos no campus. Os dados ficam no servidor
              da instituição e não são enviados a terceiros. Se a administração permitir avisos em
              aparelhos, quem os ativa recebe os alertas pelo serviço do fabricante do navegador: a
              mensagem é cifrada e não contém placa, nome nem foto.
            </p>
          ),
        },
        {
          title: 'Por quanto tempo',
          text: (
            <p>
              Cadastros ficam guardados até que a administração os exclua.{' '}
              {prazos ? describePrazos(prazos) : SEM_PRAZOS} Um e-mail enviado é apagado em 30 dias.
              Do que é apagado resta quantas passagens houve em cada hora, sem placa. O vídeo das
              câmeras é só exibido: nada é gravado.
            </p>
          ),
        },
        {
          title: 'Neste navegador',
          text: (
            <p>
              Um cookie mantém a sessão aberta. O navegador também guarda o seu nome e e-mail, o
              tema e os atalhos escolhidos. Ao sair, a sessão e os seus dados são apagados deste
              navegador. Não há cookies de publicidade nem de medição.
            </p>
          ),
        },
        {
          title: 'Programas de terceiros',
          text: (
            <p>
              Estas telas usam programas e letras livres de outras pessoas. Os nomes e os textos
              estão em <a href="/licencas.txt">Licenças de terceiros</a>.
            </p>
          ),
        },
        {
          title: 'Seus direitos',
          text: (
            <p>
              A Lei Geral de Proteção de Dados (Lei 13.709/2018, art. 18) garante a você confirmar
              se há dados seus, acessá-los, corrigi-los, pedir a exclusão do que não é mais
              necessário e saber com quem foram compartilhados. O pedido é gratuito. A administração
              entrega um arquivo com tudo o que há sobre você: cadastro, veículos, passagens, fotos
              e quem os consultou. Quando não há mais veículo seu em uso, ela pode anonimizar os
              seus dados: nome, matrícula, contato e placas são trocados por códigos e as fotos são
              apagadas, também do histórico e da auditoria. As cópias de segurança feitas antes os
              têm até serem apagadas.{' '}
              {encarregado ? (
                <>Encarregado pelos dados: {encarregado}.</>
              ) : (
                <>
                  Fale com a administração pela página de <Link to="/contato">Contato</Link>.
                </>
              )}
            </p>
          ),
        },
      ]}
    />
  );
}
