const reach = 512;

/**
 * Where the lexer should look again: at a sign, or at a space not too far away. It asks at every word, and to look
 * through all of the text each time would make the work grow with the square of the length.
 */
export function nextMarker(source: string, sign: RegExp): number | undefined {
  const part = source.slice(0, reach);
  const at = part.search(sign);
  if (at >= 0) return at;
  const space = source.length > reach ? part.lastIndexOf(' ') : -1;
  return space > 0 ? space : undefined;
}
