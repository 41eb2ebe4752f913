import { runPackage } from '../steps/command.ts';

process.exit(await runPackage('oxfmt/bin/oxfmt', ['.']));
