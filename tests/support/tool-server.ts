import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod';

/** Creates a real MCP server with the official SDK. Run as a program, this file serves it over stdio. */
export function createToolServer(): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' });
  server.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  server.registerTool('lab.where.am-i', { description: 'Says where it runs.' }, () => ({
    content: [{ type: 'text', text: JSON.stringify({ cwd: process.cwd(), environment: Object.keys(process.env) }) }],
  }));
  server.registerTool('fail', {}, () => ({ isError: true, content: [{ type: 'text', text: 'the probe is dry' }] }));
  server.registerTool('picture', {}, () => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }));
  server.registerTool('structured', { outputSchema: { n: z.number() } }, () => ({ content: [], structuredContent: { n: 7 } }));
  server.registerTool('wait', { inputSchema: { file: z.string() } }, async ({ file }, { signal }) => {
    writeFileSync(file, 'called');
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    writeFileSync(file, 'cancelled');
    return { content: [] };
  });
  server.registerTool('crash', {}, () => {
    process.stderr.write('the probe exploded, token=abcdef123456\n', () => process.exit(3));
    return new Promise(() => undefined);
  });
  server.registerTool('grow', {}, () => {
    server.registerTool('grown', {}, () => ({ content: [{ type: 'text', text: 'new here' }] }));
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return server;
}

/** Serves the same tools over HTTP, with the current transport or the one from before 2025. */
export function createHttpToolServer(kind: 'streamable' | 'sse'): Server {
  return kind === 'streamable' ? streamable() : sse();
}

function streamable(): Server {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return createServer((request, response) => {
    void (async () => {
      const known = sessions.get(String(request.headers['mcp-session-id']));
      if (known) return known.handleRequest(request, response);
      if (request.headers['mcp-session-id'] !== undefined) return response.writeHead(404).end();
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await createToolServer().connect(transport);
      return transport.handleRequest(request, response);
    })();
  });
}

function sse(): Server {
  const sessions = new Map<string, SSEServerTransport>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const address = new URL(request.url ?? '/', 'http://x');
    if (request.method === 'GET' && address.pathname === '/mcp') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      return createToolServer().connect(transport);
    }
    const known = sessions.get(address.searchParams.get('sessionId') ?? '');
    return known && address.pathname === '/messages' ? known.handlePostMessage(request, response) : response.writeHead(405).end();
  };
  return createServer((request, response) => void answer(request, response));
}

if (process.argv[1] === import.meta.filename) await createToolServer().connect(new StdioServerTransport());
