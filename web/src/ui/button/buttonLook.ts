import { cx } from '../cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost' | 'logout';
export type ButtonSize = 'md' | 'lg';
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean };

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold ' +
  'whitespace-nowrap no-underline select-none transition-colors duration-150 ' +
  'hover:no-underline disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const OFF =
  'disabled:border-border disabled:bg-hover disabled:text-muted ' +
  'aria-disabled:border-border aria-disabled:bg-hover aria-disabled:text-muted';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:not-disabled:bg-primary-hover',
  secondary: 'border-control bg-surface text-text hover:not-disabled:bg-hover',
  danger: 'border-transparent bg-nao-ativo text-on-card hover:not-disabled:bg-nao-ativo-hover',
  ghost: 'border-transparent bg-transparent text-text hover:not-disabled:bg-hover',
  logout: 'border-transparent bg-logout text-on-logout hover:not-disabled:bg-logout-hover',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-12 px-6 text-base',
};

/** The shared look of buttons and of links drawn as buttons. */
export function buttonClass(
  { variant = 'secondary', size = 'md', block }: ButtonLook,
  className?: string,
): string {
  return cx(BASE, VARIANTS[variant], OFF, SIZES[size], block && 'w-full', className);
}
