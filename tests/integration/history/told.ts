/** What the writer says has happened, a line each. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'question'; readonly id: string; readonly text: string }
  /** An answer has come so far, and was handed to the history at this moment. */
  | { readonly kind: 'grown'; readonly id: string; readonly length: number; readonly at: number }
  | { readonly kind: 'finished'; readonly id: string; readonly text: string }
  | { readonly kind: 'named'; readonly id: string; readonly title: string }
  | { readonly kind: 'draft'; readonly round: number; readonly version: number };
