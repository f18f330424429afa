import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { cssTransition, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { ToastText } from './ToastContent.tsx';
import { leaveFailures } from './toast.ts';
import './toast.css';

const Fade = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 120 });

type ToasterProps = { showText?: (text: string) => ReactNode };

/** The only container of toasts, in the body: a dialog hides the page's root from screen readers. */
export function Toaster({ showText = String }: ToasterProps) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address
  useEffect(leaveFailures, [pathname]);
  return createPortal(
    <ToastText value={showText}>
      <ToastContainer
        aria-label="Avisos"
        position="top-center"
        theme="colored"
        autoClose={5000}
        customProgressBar
        newestOnTop
        closeOnClick
        pauseOnHover
        pauseOnFocusLoss
        draggable
        limit={4}
        icon={false}
        closeButton={false}
        transition={Fade}
      />
    </ToastText>,
    document.body,
  );
}
