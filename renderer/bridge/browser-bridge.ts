import { createTextJoiner, splitText } from '../../electron/contract/text-pieces.ts';
import { newId } from './bridge.ts';
import type { PageChannel, PageChannelOptions } from './page-channel.ts';
import { createPageChannel } from './page-channel.ts';
import type { Access, Socket, SocketEvents } from './reconnecting-socket.ts';

/** Creates the channel of a page in a browser: one WebSocket, checked again when the browser reports focus or a network. */
export function createBrowserBridge(options: Pick<PageChannelOptions, 'onCommand' | 'onState' | 'saveNow'>): PageChannel {
  const channel = createPageChannel({
    ...options,
    page: newId(),
    open: (events) => openSocket(channelUrl(location.href), events),
    checkAccess,
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    now: () => performance.now(),
    hasUnsavedForm: () => {
      const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[role="dialog"] form :is(input, textarea)');
      return [...fields].some(({ value, type }) => value !== '' && !['checkbox', 'hidden', 'radio'].includes(type));
    },
    reload: () => {
      // The page stays visible until the next one arrives, but what is typed or sent there would be lost.
      document.getElementById('root')?.toggleAttribute('inert', true);
      location.reload();
    },
  });
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, channel.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') channel.wake();
  });
  return channel;
}

/** Returns the WebSocket URL, relative to the page's own URL. */
export function channelUrl(page: string): string {
  const url = new URL('channel', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Opens a WebSocket. Long texts are split, because reverse proxies limit the length of a message. */
export function openSocket(url: string, { onOpen, onText, onClose }: SocketEvents): Socket {
  const socket = new WebSocket(url);
  const join = createTextJoiner();
  socket.addEventListener('open', onOpen);
  socket.addEventListener('message', ({ data }) => {
    const text = join(String(data));
    if (text !== undefined) onText(text);
  });
  // Fires after every error, too.
  socket.addEventListener('close', onClose);
  return {
    send: (text) => {
      // A closing socket drops messages silently. What can be repeated is sent again over the next connection.
      if (socket.readyState !== WebSocket.OPEN) return;
      for (const piece of splitText(text)) socket.send(piece);
    },
    close: () => socket.close(),
    unsent: () => socket.bufferedAmount,
  };
}

async function checkAccess(): Promise<Access> {
  try {
    const { status } = await fetch('session', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (status === 204) return 'granted';
    // Any other status comes from a reverse proxy: the program behind it is unreachable.
    return status === 401 || status === 403 ? 'denied' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
