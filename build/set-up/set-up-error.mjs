/** A failed set-up step, with a message that contains the remedy. */
export class SetUpError extends Error {}
