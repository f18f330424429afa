/** Codes of an authenticator app: RFC 6238 as every app understands it. */
import { Secret, TOTP } from 'otpauth';

/** A code of the step before or after is good too: clocks differ, and people type slowly. */
const TOLERANCIA = 1;

/** SHA-1, six digits, thirty seconds: some apps ignore anything else, and show wrong codes then. */
const totpOf = (segredo: string, email: string): TOTP =>
  new TOTP({
    issuer: 'UNIPARK',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(segredo),
  });

/** A new secret of 160 bits, in the letters that apps take by hand. */
export const newSegredo = (): string => new Secret({ size: 20 }).base32;

/** What stands in the QR code. */
export const uriOf = (segredo: string, email: string): string => totpOf(segredo, email).toString();

/**
 * The step whose code this is; undefined for a wrong code. A code is good once (RFC 6238 §5.2):
 * whoever keeps the secret remembers the last step taken.
 */
export function stepOf(segredo: string, codigo: string): number | undefined {
  const token = codigo.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(segredo, '');
  const timestamp = Date.now();
  const desvio = totp.validate({ token, timestamp, window: TOLERANCIA });
  return desvio === null ? undefined : totp.counter({ timestamp }) + desvio;
}
