import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, type Environment, readConfig } from './config.ts';

/** The built web application. */
export const siteRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

const PACOTE = new URL('../../package.json', import.meta.url);

/**
 * Makes a folder and its parents, for this user only. Node's `recursive` never returns on a file
 * system that accepts no folders (/proc), because it gets ENOENT again and again.
 */
function createFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path && !existsSync(path)) createFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * The configuration, with its data folder made for this user only: the first step of every program
 * here.
 */
export function openInstallation(env: Environment): Config {
  process.umask(0o077);
  const { version } = JSON.parse(readFileSync(PACOTE, 'utf8')) as { version: string };
  const config = readConfig(env, version);
  createFolder(config.dataDir);
  return config;
}
