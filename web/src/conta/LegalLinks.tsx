import { Link } from 'react-router';

export function LegalLinks() {
  const look =
    'inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-text';
  return (
    <ul className="flex justify-center gap-6">
      <li>
        <Link to="/privacidade" className={look}>
          Privacidade
        </Link>
      </li>
      <li>
        <Link to="/acessibilidade" className={look}>
          Acessibilidade
        </Link>
      </li>
    </ul>
  );
}
