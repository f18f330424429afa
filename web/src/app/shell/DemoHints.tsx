import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Alert } from '../../ui/feedback/Alert.tsx';

type DemoHint = { texto: string; para?: { to: string; nome: string } };

/** One hint on each of four screens, in the order in which a visitor reaches them. */
const DICAS: Record<string, DemoHint> = {
  '/home': {
    texto:
      'Cadastro e passagens são inventados e apagados ao encerrar. Comece pela portaria ao vivo.',
    para: { to: '/aovivo', nome: 'Abrir Ao Vivo' },
  },
  '/aovivo': {
    texto:
      'Passa um carro a cada poucos segundos. Toque em um cartão para ver a foto e o cadastro.',
    para: { to: '/portaria', nome: 'Abrir Portaria' },
  },
  '/portaria': {
    texto: 'Digite uma placa, ou só uma parte dela, e registre a entrada.',
    para: { to: '/veiculos/consultar', nome: 'Consultar veículos' },
  },
  '/veiculos/consultar': {
    texto: 'Abra um veículo e mude o status: os cartões da portaria mudam na mesma hora.',
  },
};
const TELAS = Object.keys(DICAS);

/** Closed hints of this tab stay closed. */
const FECHADAS = 'unipark.demo.dicas';
const readFechadas = (): string[] => (sessionStorage.getItem(FECHADAS) ?? '').split(' ');

/** Guides the visitor of a demonstration; each hint can be closed. */
export function DemoHints() {
  const { pathname } = useLocation();
  const [fechadas, setFechadas] = useState(readFechadas);
  const dica = DICAS[pathname];
  if (!dica || fechadas.includes(pathname)) return null;
  const close = () => {
    const todas = [...fechadas, pathname];
    sessionStorage.setItem(FECHADAS, todas.join(' '));
    setFechadas(todas);
  };
  return (
    <Alert onClose={close}>
      <span className="text-muted">{`Dica ${TELAS.indexOf(pathname) + 1} de ${TELAS.length}: `}</span>
      {dica.texto}{' '}
      {dica.para && (
        <Link to={dica.para.to} className="font-semibold whitespace-nowrap text-primary underline">
          {dica.para.nome}
        </Link>
      )}
    </Alert>
  );
}
