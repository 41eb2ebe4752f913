import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { standalonePolicy } from '../../host/content-security-policy.ts';
import { resolvePageFile } from '../../host/resolve-page-file.ts';
import type { AllowedUsers } from '../access/allowed-users.ts';
import { cookieSecrets, type Sessions } from '../access/sessions.ts';
import { checkHeaders, isFromOwnPage, isForeignNavigation, ownHosts } from '../access/request-guard.ts';
import { readJson, reply, safeHeaders } from '../http-reply.ts';
import { readApprovalAnswer, type PendingApprovals } from './pending-approvals.ts';
import { browserText } from '../text.ts';

export interface ApprovalsServerOptions {
  readonly pages: string;
  readonly approvals: PendingApprovals;
  readonly port: () => number;
  readonly users: AllowedUsers;
  readonly sessions: Sessions;
}

/** Creates the server of the approvals page. It has its own port, so that no script of the window can access it. */
export function createApprovalsServer({ pages, approvals, port, users, sessions }: ApprovalsServerOptions): Server {
  const isSignedIn = ({ headers }: IncomingMessage): boolean =>
    cookieSecrets(headers.cookie, 'approvals', port()).some((secret) => sessions.isOpen('approvals', secret));

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = URL.parse(request.url ?? '/', 'http://localhost') ?? { pathname: '/-' };
    const isPage = pathname === '/' && request.method === 'GET';
    const refusalReason = checkHeaders(request.headers, { own: ownHosts(port()), further: [] });
    // the window may link to the page, but to nothing else
    if (refusalReason || (!isPage && isForeignNavigation(request.headers))) return reply(response, 403, browserText.refusals.origin);
    if (!(await users.isAllowed(request))) return reply(response, 403, browserText.refusals.approvalsUser);
    if (!isSignedIn(request)) return reply(response, 401, browserText.refusals.approvalsSession);
    if (pathname === '/answers' && request.method === 'POST') return answer(request, response);
    if (request.method !== 'GET') return reply(response, 405);
    if (pathname === '/questions') return sendQuestions(request, response);
    return sendFile(response, isPage ? '/approvals.html' : pathname);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromOwnPage(request)) return reply(response, 403, browserText.refusals.origin);
    const answered = readApprovalAnswer(await readJson(request, 4096));
    if (!answered) return reply(response, 400);
    reply(response, approvals.answer(answered.id, answered.isYes) ? 204 : 404);
  };

  const sendQuestions = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { ...safeHeaders, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const write = (waiting: ReturnType<PendingApprovals['list']>): void => void response.write(`data: ${JSON.stringify(waiting)}\n\n`);
    write(approvals.list());
    const stop = approvals.listen(write);
    request.once('close', stop);
  };

  const sendFile = async (response: ServerResponse, route: string): Promise<void> => {
    const found = resolvePageFile(pages, new URL(route, 'http://localhost'));
    const body = found && (await readFile(found.file).catch(() => undefined));
    if (!found || !body) return reply(response, 404);
    response.writeHead(200, { ...safeHeaders, 'content-security-policy': standalonePolicy, 'content-type': found.type }).end(body);
  };

  const server = createServer({ headersTimeout: 10_000 }, (request, response) => {
    void handle(request, response).catch(() => (response.headersSent ? response.destroy() : reply(response, 500)));
  });
  server.maxConnections = 64;
  return server;
}
