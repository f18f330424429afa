import { cssTransition, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toast.css';

const Fade = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 120 });

/** The one container of toasts: top centre, coloured, at most four seen. */
export function Toaster() {
  return (
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
  );
}
