/** A word that user-visible text no longer uses, and the term of the glossary for it. */
interface Replaced {
  readonly pattern: RegExp;
  readonly use: string;
}

/** One term for one thing. The patterns match whole words of sentences that a user can read. */
export const replacedWords: readonly Replaced[] = [
  { pattern: /\b(?:the )?road\b|\bstations?\b/i, use: 'connection path, stage' },
  { pattern: /\bways? in\b|\bdirect way\b|\bthe way (?:there|through|to the service|is|was)\b|\bby the way\b/i, use: 'mode, Direct' },
  { pattern: /\bstraight (?:it|to the engines)\b|\bgo(?:es)? straight\b/i, use: 'without a tunnel' },
  { pattern: /\blocal (?:address|agent)\b(?! of)|\bthe agent\b/i, use: 'local API' },
  { pattern: /\bsegments?\b/i, use: 'engine path' },
  { pattern: /\bwhat is wrong\b|\bdiagnos[ei]s\b/i, use: 'connection check' },
  { pattern: /\bdiagnostics\b/i, use: 'support bundle' },
  { pattern: /\bkept\b|\bkeep (?:it|this|them|in|until|as|the token|without)\b|^keep$/i, use: 'save, saved, use until I quit' },
  { pattern: /\bforg[eo]t(?:ten)?\b|\btake(?:n|s)? (?:off|out)\b|\bfor good\b/i, use: 'delete, remove, revoke, delete permanently' },
  { pattern: /\bgo(?:es)? on\b/i, use: 'continue' },
  { pattern: /\b(?:ask|answer|look) again\b/i, use: 'refresh, try again, regenerate' },
  { pattern: /\blog(?:in|s in|ging in| in)\b/i, use: 'sign in, username' },
  { pattern: /\bthe (?:console of your cloud|cloud[’']s console)\b/i, use: 'cloud console' },
  { pattern: /\bin no folder\b|\bout of the archive\b/i, use: 'no folder, unarchive' },
  { pattern: /\bstop texts?\b|\blimit of tokens\b/i, use: 'stop sequences, max tokens' },
  { pattern: /\bthinking effort\b|\bthinks? (?:how )?hard\b/i, use: 'reasoning effort' },
  { pattern: /\bsettings, waiting\b|\bsilence\b/i, use: 'timeouts, Settings > Timeouts' },
  { pattern: /\bnot known\b|\bnot honou?red\b/i, use: 'unknown, not supported' },
  { pattern: /\bwhat came\b/i, use: 'the partial answer is saved' },
  { pattern: /\bplain forward\b/i, use: 'raw TCP forwarding' },
  { pattern: /\bone a line\b/i, use: 'one per line' },
  { pattern: /\bcan ?not\b/i, use: 'can’t' },
  { pattern: /\w'(?:t|s|re|ve|ll|d)\b/, use: 'the apostrophe ’' },
  {
    pattern: /\bfavourites?\b|\bcancell(?:ed|ing)\b|\bcolours?\b|\bcatalogues?\b/i,
    use: 'American spelling: favorite, canceled, color, catalog',
  },
  { pattern: /\btroubles?\b/i, use: 'problem' },
  { pattern: /\bwhen you like\b|\bby itself\b.*\bby itself\b/i, use: 'nothing: say only what helps' },
];
