/** Entry of the server, with the installation of the environment. */
import { openInstallation } from './installation.ts';
import { serve, start } from './serve.ts';

await start(async () => serve(openInstallation(process.env)));
