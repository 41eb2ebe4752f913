const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name for a file, made from what the user calls a thing; fit for every system. */
export function fileName(name: string, extension: string, fallback: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 80)
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, '');
  return `${safe === '' || reserved.test(safe) ? fallback : safe}.${extension}`;
}
