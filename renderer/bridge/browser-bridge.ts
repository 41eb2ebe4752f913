import { newId } from './new-id.ts';
import type { PageChannel, PageChannelOptions } from './page-channel.ts';
import { createPageChannel } from './page-channel.ts';
import type { Access, Socket, SocketEvents } from './reconnecting-socket.ts';

/** Makes the channel of a page in a browser: over one WebSocket beside the page, woken by what the browser notices. */
export function createBrowserBridge(options: Pick<PageChannelOptions, 'onOrder' | 'onState' | 'saveNow'>): PageChannel {
  const channel = createPageChannel({
    ...options,
    page: newId(),
    open: (events) => openSocket(channelAddress(location.href), events),
    checkAccess,
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    random: Math.random,
    now: () => performance.now(),
    hasUnsavedForm: () => {
      const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[role="dialog"] form :is(input, textarea)');
      return [...fields].some(({ value, type }) => value !== '' && !['checkbox', 'hidden', 'radio'].includes(type));
    },
    reload: () => {
      location.reload();
    },
  });
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, channel.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') channel.wake();
  });
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) channel.leave();
  });
  return channel;
}

/** The WebSocket beside a page, wherever that is. */
export function channelAddress(page: string): string {
  const address = new URL('channel', page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

function openSocket(address: string, { onOpen, onText, onClose }: SocketEvents): Socket {
  const socket = new WebSocket(address);
  socket.addEventListener('open', onOpen);
  socket.addEventListener('message', ({ data }) => {
    onText(String(data));
  });
  // comes after every error
  socket.addEventListener('close', onClose);
  return {
    send: (text) => {
      // one that is closing throws nothing and sends nothing; what is lost is sent again by the next one
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.close();
    },
    unsent: () => socket.bufferedAmount,
  };
}

async function checkAccess(): Promise<Access> {
  try {
    const { status } = await fetch('session', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (status === 204) return 'granted';
    // anything else is said by what stands between: the program behind it is gone
    return status === 401 || status === 403 ? 'denied' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
