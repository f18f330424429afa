import { Delayed } from '../ui/feedback/Delayed.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';

export function LinkWait({ text }: { text: string }) {
  return (
    <Delayed>
      <p role="status" className="flex items-center justify-center gap-3 py-4 text-muted">
        <Spinner size={24} /> {text}
      </p>
    </Delayed>
  );
}
