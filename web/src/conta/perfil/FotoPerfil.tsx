import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useUser } from '../../lib/session/session.ts';
import { sentenceOf } from '../../lib/wire/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { changeFoto, removeFoto } from './api.ts';

const TIPOS = ['image/jpeg', 'image/png', 'image/webp'];
const BYTES_MAXIMO = 5 * 1024 * 1024;

/** What the page can check before sending; the server examines the file itself. */
function faultOf(file: File): string | undefined {
  if (!TIPOS.includes(file.type)) return 'Escolha uma foto em JPEG, PNG ou WebP.';
  if (file.size > BYTES_MAXIMO) return 'A foto deve ter no máximo 5 MB.';
  return undefined;
}

/** An object URL of the file, for as long as it is shown. */
function usePreview(file: File | undefined): string | undefined {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setSrc(made);
    return () => {
      URL.revokeObjectURL(made);
      setSrc(undefined);
    };
  }, [file]);
  return src;
}

export function FotoPerfil({ onClose }: { onClose: () => void }) {
  const { name, picture } = useUser();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const preview = usePreview(file);
  const change = useMutation(changeFoto);
  const remove = useMutation(removeFoto);
  const isSending = change.isPending || remove.isPending;

  // While sending every button was disabled: the focus goes to the choice of a file.
  useEffect(() => {
    if (fault && !isSending) chooser.current?.focus();
  }, [fault, isSending]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    const found = chosen && faultOf(chosen);
    setFault(found);
    setFile(found ? undefined : chosen);
    // Without it, choosing the same file again fires no change event.
    event.target.value = '';
  };
  const tell = (error: unknown) => setFault(sentenceOf(error) ?? 'Erro ao trocar a foto.');
  const save = () => {
    if (!file) {
      setFault((before) => before ?? 'Escolha uma foto.');
      return;
    }
    setFault(undefined);
    change.mutate(file, { onSuccess: onClose, onError: tell });
  };

  return (
    <Dialog
      open
      title="Foto do perfil"
      width={480}
      initialFocus={chooser}
      busy={isSending}
      onClose={onClose}
      onCtrlEnter={save}
      footer={
        <>
          <Button onClick={onClose} disabled={isSending}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            onClick={save}
            loading={change.isPending}
            disabled={remove.isPending}
          >
            Salvar foto
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Avatar name={name.trim() || 'Usuário'} src={preview ?? picture} size={128} />
        <Field label="Foto" hint="JPEG, PNG ou WebP, até 5 MB." error={fault}>
          {(control) => (
            <div className="flex flex-wrap items-center gap-2">
              {/* The browser's own button has the browser's language. */}
              <input
                ref={input}
                type="file"
                hidden
                accept={TIPOS.join(',')}
                onChange={choose}
                data-testid="foto"
              />
              <Button
                ref={chooser}
                id={control.id}
                aria-describedby={control['aria-describedby']}
                aria-label="Escolher foto"
                icon="image"
                disabled={isSending}
                onClick={() => input.current?.click()}
              >
                Escolher foto
              </Button>
              {picture && !file ? (
                <Button
                  icon="trash"
                  disabled={change.isPending}
                  loading={remove.isPending}
                  onClick={() => remove.mutate(undefined, { onSuccess: onClose, onError: tell })}
                >
                  Remover foto
                </Button>
              ) : null}
              <span role="status" className="min-w-0 text-sm wrap-anywhere text-muted">
                {file?.name}
              </span>
            </div>
          )}
        </Field>
      </div>
    </Dialog>
  );
}
