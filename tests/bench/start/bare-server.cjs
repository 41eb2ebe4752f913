const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');

const page = readFileSync(path.join(__dirname, '../bare-window/index.html'));
const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
