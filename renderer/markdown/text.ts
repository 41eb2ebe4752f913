/** All words that rendered messages add to their content. */
export const markdownText = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text instead.',
  copyCsv: 'Copy as CSV',
  table: 'Table',
  codeWithoutLanguage: 'Text',
  diagram: {
    label: 'Diagram',
    draw: 'Draw diagram',
    hide: 'Hide diagram',
    drawing: 'Drawing…',
    failed: (line: number | null) =>
      `Can’t draw this diagram${line === null ? '' : ` (error in line ${line})`}. The source is shown below.`,
  },
  image: {
    withoutDescription: 'Image',
    external: 'External image',
    hint: 'Its host sees your IP address and everything in this URL.',
    load: 'Load image',
    loading: 'Loading…',
    notShown: 'This image can’t be displayed.',
  },
  taskDone: 'Done',
  taskOpen: 'To do',
  footnotes: 'Footnotes',
  footnote: (label: string) => `Footnote ${label}`,
  backFromFootnote: (label: string) => `Back to reference ${label}`,
} as const;
