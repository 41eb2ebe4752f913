/** The writer's reports, one per line. */
export type WriterReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'question'; readonly id: string; readonly text: string }
  /** An answer has this text. */
  | { readonly kind: 'grown'; readonly id: string; readonly length: number }
  /** The history has answered at this time. */
  | { readonly kind: 'pulse'; readonly at: number }
  | { readonly kind: 'finished'; readonly id: string; readonly text: string }
  | { readonly kind: 'named'; readonly id: string; readonly title: string }
  | { readonly kind: 'draft'; readonly round: number; readonly version: number };
