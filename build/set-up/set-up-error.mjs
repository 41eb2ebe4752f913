/** A set-up step that can't go on: one sentence for a person, with the remedy in it. */
export class SetUpError extends Error {}
