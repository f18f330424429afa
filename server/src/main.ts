/** Entry of the server: the installation that the environment describes. */
import { openInstallation } from './installation.ts';
import { serve, start } from './serve.ts';

await start(() => serve(openInstallation(process.env)));
