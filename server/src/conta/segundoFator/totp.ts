/** Codes of an authenticator app: RFC 6238 in the variant that every app supports. */
import { Secret, TOTP } from 'otpauth';
import { nowMs } from '../../platform/clock.ts';

/** A code of the previous or next step is valid too: clocks differ, and people type slowly. */
const TOLERANCIA = 1;

/** SHA-1, six digits, thirty seconds: some apps ignore other settings and show wrong codes. */
const totpOf = (segredo: string, email: string): TOTP =>
  new TOTP({
    issuer: 'UNIPARK',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(segredo),
  });

/** A new secret of 160 bits, in letters that people can type into an app. */
export const newSegredo = (): string => new Secret({ size: 20 }).base32;

export const uriOf = (segredo: string, email: string): string => totpOf(segredo, email).toString();

/**
 * The step of this code; undefined for a wrong code. A code is valid once (RFC 6238 §5.2), so the
 * caller stores the last step used.
 */
export function stepOf(segredo: string, codigo: string): number | undefined {
  const token = codigo.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(segredo, '');
  const timestamp = nowMs();
  const desvio = totp.validate({ token, timestamp, window: TOLERANCIA });
  return desvio === null ? undefined : totp.counter({ timestamp }) + desvio;
}
