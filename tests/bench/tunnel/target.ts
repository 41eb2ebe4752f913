import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const headLength = 9;

/** The remote server's task, encoded in a connection's first nine bytes: a letter and a length. */
export function order(what: 'echo' | 'down', bytes = 0): Buffer {
  const head = Buffer.alloc(headLength);
  head.write(what, 0, 1, 'latin1');
  head.writeBigUInt64BE(BigInt(bytes), 1);
  return head;
}

const block = Buffer.alloc(256 * 1024, 7);

/** Runs the remote server and prints its port. It has its own process, so that it takes no CPU time of the compared ones. */
export async function serveOrders(): Promise<void> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    const onReadable = (): void => {
      const head: unknown = socket.read(headLength);
      if (!(head instanceof Buffer)) return; // fewer bytes so far
      socket.off('readable', onReadable);
      if (head.length < headLength) {
        socket.destroy(); // the connection ended before
        return;
      }
      const bytes = Number(head.readBigUInt64BE(1));
      if (head[0] === 0x65) socket.pipe(socket);
      else send(socket, bytes);
    };
    socket.on('readable', onReadable);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(String((server.address() as AddressInfo).port));
}

function send(socket: Socket, bytes: number): void {
  let left = bytes;
  const more = (): void => {
    while (left > 0) {
      const piece = left < block.length ? block.subarray(0, left) : block;
      left -= piece.length;
      if (!socket.write(piece)) return;
    }
    socket.end();
  };
  socket.on('drain', more);
  socket.resume();
  more();
}
