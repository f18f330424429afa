import { forgetRegister } from '../wire/offline.ts';

/** The user in browser storage (key and fields are in the specification). */
export type StoredUser = {
  email: string;
  name: string;
  picture: string | null;
  access_token: string;
};

export const USER_KEY = 'unipark.user';
/** Drafts of forms in sessionStorage begin with this; they are deleted at sign-out. */
export const DRAFT_PREFIX = 'unipark.rascunho.';
/** Whose they are: a tab that the browser had put away starts again after another person's sign-in. */
const DRAFT_OWNER = `${DRAFT_PREFIX}de`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The stored user, if readable; checked by hand, because the login loads no schemas. */
export function readUser(): StoredUser | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { email, name, picture, access_token } = stored as Record<string, unknown>;
    if (!isText(email) || !isText(access_token)) return undefined;
    return {
      email,
      name: isText(name) ? name : '',
      picture: isText(picture) ? picture : null,
      access_token,
    };
  } catch {
    return undefined;
  }
}

export function writeUser(user: StoredUser): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
}

/** Deletes this tab's drafts. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  }
}

/** The drafts of this tab are this person's from now on: those of another one are deleted. */
export function claimDrafts(email: string): void {
  if ((sessionStorage.getItem(DRAFT_OWNER) ?? email) !== email) clearDrafts();
  sessionStorage.setItem(DRAFT_OWNER, email);
}

/** Deletes the user and what this browser keeps for them. */
export function clearUser(): void {
  localStorage.removeItem(USER_KEY);
  clearDrafts();
  forgetRegister();
}
