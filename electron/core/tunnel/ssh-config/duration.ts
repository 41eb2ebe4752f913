const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Reads a time as OpenSSH writes it (`90`, `1m30s`, `1h`), in milliseconds. */
export function parseDuration(text: string): number | undefined {
  if (!/^\d+(?:[smhdw]\d+)*[smhdw]?$/i.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhdw]?)/gi))
    seconds += Number(amount) * (secondsPer[unit?.toLowerCase() || 's'] ?? 1);
  return seconds <= 2_147_483 ? seconds * 1000 : undefined; // what a timer can hold
}
