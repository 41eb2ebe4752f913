#!/usr/bin/env node
'use strict';
// Uses old syntax only, because any Node version may run this file.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'Causeway needs Node 24 or newer, and this is Node ' + process.versions.node + '. Install a newer Node, then start it again.',
  );
  process.exit(1);
} else {
  endWithNpx();
  const program = './main/server.js'; // exists once packaged
  import(program).catch(function (error) {
    console.error(error.stack);
    process.exit(70);
  });
}

/** Ends this process when npx ends its shell on SIGTERM, because this process gets no signal then. */
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
