import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Compiled code. Threads share it. */
export type CompiledModule = object;

/** Node has no types for it. */
const compiler = (globalThis as unknown as { readonly WebAssembly: { readonly compile: (code: Uint8Array) => Promise<CompiledModule> } })
  .WebAssembly;

const pageBytes = 65_536;
const memorySection = 5;

/** Compiles PDFium with a limit of its memory, which its file doesn't have. */
export async function loadPdfModule(maxBytes: number): Promise<CompiledModule> {
  const file = fileURLToPath(import.meta.resolve('@llamaindex/liteparse-wasm/liteparse_wasm_bg.wasm'));
  return compiler.compile(limitMemory(await readFile(file), Math.ceil(maxBytes / pageBytes)));
}

/** Sets the maximum in the section that declares the memory: a count of 1, flags, the minimum and the maximum in pages. */
function limitMemory(code: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  let at = 8; // after the signature and the version
  while (at < code.length) {
    const [length, content] = readNumber(code, at + 1);
    if (code[at] === memorySection) {
      const [minimum] = readNumber(code, content + 2);
      const body = [1, 1, ...writeNumber(minimum), ...writeNumber(maxPages)];
      const section = Uint8Array.of(memorySection, ...writeNumber(body.length), ...body);
      return Uint8Array.from(Buffer.concat([code.subarray(0, at), section, code.subarray(content + length)]));
    }
    at = content + length;
  }
  throw new Error('no memory is declared');
}

/** Reads a number of seven bits a byte. Returns it with the position behind it. */
function readNumber(code: Uint8Array, from: number): readonly [number, number] {
  let value = 0;
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = code[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at + 1];
  }
}

function writeNumber(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}
