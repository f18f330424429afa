import { Spinner } from './Spinner.tsx';

/** Covers the whole screen while it waits, and says for what. */
export function Overlay({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-4 bg-bg/90 text-lg font-semibold"
    >
      <Spinner size={40} className="text-primary" />
      {text}
    </div>
  );
}
