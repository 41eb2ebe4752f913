import type { RunDetails } from '../../../electron/contract/runs.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** What the steps of the editor get. */
export interface StepProps {
  readonly run: RunDetails;
  readonly draft: RecipeDraft;
}
