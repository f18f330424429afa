import { CopyText } from '../../ui/button/CopyText.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';

type Props = { link: string; paraQuem: string; validade: string };

export function LinkUmaVez({ link, paraQuem, validade }: Props) {
  return (
    <Stack>
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
