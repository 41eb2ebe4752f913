const figure = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Formats a log probability or a perplexity, which may be infinite. */
export function formatFigure(value: number): string {
  if (value === Infinity) return '∞';
  return value === -Infinity ? '−∞' : figure.format(value).replace('-', '−');
}
