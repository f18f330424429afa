import { useMutation, useQuery } from '@tanstack/react-query';
import { type CopiaListada, PALAVRA_RESTAURAR, type PerdasCopia } from '@unipark/contract/copia';
import { useState } from 'react';
import { clock, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { perdasQuery, restoreCopia } from './api.ts';

const NOMES = {
  veiculos: 'Veículos',
  proprietarios: 'Proprietários',
  contas: 'Contas',
  passagens: 'Passagens',
} as const;

type Props = { copia: CopiaListada; onClose: () => void };

/** What a restoration takes away, and the word that confirms it. */
export function RestaurarCopia({ copia, onClose }: Props) {
  const perdas = useQuery(perdasQuery(copia.nome));
  const { mutate, isPending } = useMutation({ ...restoreCopia, onSuccess: onClose });
  const [palavra, setPalavra] = useState('');
  const [erro, setErro] = useState<string>();
  const restore = () => {
    if (palavra.trim().toUpperCase() === PALAVRA_RESTAURAR) mutate(copia.nome);
    else setErro(`Para confirmar, digite ${PALAVRA_RESTAURAR}.`);
  };
  return (
    <Dialog
      open
      title="Restaurar cópia"
      description={`De ${clock(copia.criada_em)}`}
      busy={isPending}
      onClose={onClose}
      onCtrlEnter={restore}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button variant="danger" onClick={restore} loading={isPending} disabled={!perdas.data}>
            Restaurar
          </Button>
        </>
      }
    >
      <Stack>
        <Alert tone="warning">
          Tudo o que mudou depois da cópia se perde. O servidor reinicia, todos entram de novo, e
          convites e links enviados deixam de valer.
        </Alert>
        {perdas.data ? (
          <Perdas perdas={perdas.data} />
        ) : perdas.error ? (
          <FailedQuery query={perdas} />
        ) : (
          <Skeleton height={168} />
        )}
        <p className="text-sm text-muted">
          O banco de dados atual fica guardado na pasta de dados do servidor.
        </p>
        <Field label={`Para confirmar, digite ${PALAVRA_RESTAURAR}`} error={erro}>
          {(control) => (
            <Input
              {...control}
              value={palavra}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={({ target }) => {
                setPalavra(target.value);
                setErro(undefined);
              }}
            />
          )}
        </Field>
      </Stack>
    </Dialog>
  );
}

function Perdas({ perdas: { agora, copia, segredo_confere } }: { perdas: PerdasCopia }) {
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">O banco de dados atual ao lado da cópia</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" />
            <th scope="col" className="text-right font-medium">
              Agora
            </th>
            <th scope="col" className="text-right font-medium">
              Na cópia
            </th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(NOMES) as (keyof typeof NOMES)[]).map((nome) => (
            <tr key={nome} className="h-9 border-t border-border">
              <th scope="row" className="text-left font-medium">
                {NOMES[nome]}
              </th>
              <td className="text-right">{agora ? number(agora[nome]) : '–'}</td>
              <td className="text-right">{number(copia[nome])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {agora === null && (
        <Alert tone="danger">
          O banco de dados atual está danificado e não pôde ser comparado.
        </Alert>
      )}
      {!segredo_confere && (
        <Alert tone="danger">
          A cópia é de uma instalação com outro segredo: segundos fatores e senhas de dispositivos
          terão de ser refeitos.
        </Alert>
      )}
    </>
  );
}
