import { mkdirSync, readFileSync } from 'node:fs';
import { type Config, type Environment, readConfig } from './config.ts';

const PACOTE = new URL('../../package.json', import.meta.url);

/** The configuration, and its data folder made for our eyes only: how every program here begins. */
export function openInstallation(env: Environment): Config {
  process.umask(0o077);
  const { version } = JSON.parse(readFileSync(PACOTE, 'utf8')) as { version: string };
  const config = readConfig(env, version);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return config;
}
