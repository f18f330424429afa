import { Toaster } from '../ui/feedback/Toaster.tsx';
import { FraseComPlacas } from '../veiculos/placa/FraseComPlacas.tsx';

const showText = (texto: string) => <FraseComPlacas texto={texto} />;

/** The toasts of the application, whose plates have their typeface. */
export const Toasts = () => <Toaster showText={showText} />;
