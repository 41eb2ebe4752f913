#!/usr/bin/env node
'use strict';
// read by whatever Node is there, so in words that an old one knows
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'Causeway needs Node 24 or newer, and this is Node ' + process.versions.node + '. Install a newer Node, then start it again.',
  );
  process.exit(1);
} else {
  endWithNpx();
  const program = './main/server.js'; // there once it is packaged
  import(program).catch(function (error) {
    console.error(error.stack);
    process.exit(70);
  });
}

/** On SIGTERM npx ends the shell between us, which tells us nothing. */
function endWithNpx() {
  if (process.env.npm_command !== 'exec' || process.platform === 'win32') return;
  const shell = process.ppid;
  const watching = setInterval(function () {
    if (process.ppid === shell) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watching.unref();
}
