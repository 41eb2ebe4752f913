import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { printPolicy } from '../../host/content-security-policy.ts';
import { comesFromOwnPage } from '../access/request-guard.ts';
import { reply, safeHeaders } from '../http-reply.ts';
import type { FileTransfers } from './file-transfers.ts';

/** Takes the upload of a file that was asked for, or sends one that was offered. */
export async function serveTransfer(request: IncomingMessage, response: ServerResponse, files: FileTransfers, id: string): Promise<void> {
  if (request.method === 'POST') {
    if (!comesFromOwnPage(request) || request.headers['content-type'] !== 'application/octet-stream')
      return reply(response, 403, 'Another page may not do this.');
    const isTaken = await files.receive(id, fileNameOf(request), request);
    request.unpipe().resume(); // what is over the limit is read and dropped, so that the page hears the answer
    return reply(response, isTaken ? 204 : 404);
  }
  const file = request.method === 'GET' ? files.find(id) : undefined;
  const content = file && (await files.read(file));
  if (!file || !content) return reply(response, 404);
  const asFile = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'content-type': 'application/octet-stream',
  };
  const asPage = { 'content-security-policy': `${printPolicy}; frame-ancestors 'self'`, 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(200, { ...safeHeaders, ...(file.use === 'print' ? asPage : asFile), 'content-length': content.size });
  await pipeline(content.stream, response).catch(() => undefined); // the browser went away, and may ask again
  if (response.writableFinished) await files.remove(id);
}

function fileNameOf({ headers }: IncomingMessage): string {
  const name = String(headers['x-file-name'] ?? '');
  try {
    return decodeURIComponent(name).slice(0, 200) || 'The file';
  } catch {
    return 'The file';
  }
}
