import { Alert } from '../../ui/Alert.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Stack } from '../../ui/Stack.tsx';

type Props = { link: string; paraQuem: string; validade: string };

/** A link that no mail carries: shown here and never again. */
export function LinkUmaVez({ link, paraQuem, validade }: Props) {
  return (
    <Stack gap={16}>
      <Alert tone="warning" role="status">
        Copie agora: o link não será mostrado de novo.
      </Alert>
      <div className="rounded-control border border-border bg-bg px-4 py-3">
        <CopyText label="Link" text={link} />
      </div>
      <p className="text-sm text-muted">
        {`O envio de e-mails não está configurado. Entregue o link a ${paraQuem} por um meio seguro: quem o tiver pode usá-lo, uma única vez, ${validade}.`}
      </p>
    </Stack>
  );
}
