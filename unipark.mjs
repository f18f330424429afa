#!/usr/bin/env node
/**
 * The operator's tool by its own name: `npx unipark doctor` in this folder, `unipark doctor` after
 * `npm link`.
 */
process.argv.splice(2, 0, 'server/src/unipark.ts');
await import('./start.mjs');
