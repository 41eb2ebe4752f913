/** Marks reasoning of this service's models in Messages. Other models' reasoning has their own signature. */
export const ownSignature = 'causeway';

const prefix = 'causeway:';

/** Returns reasoning in the form in which Responses clients send it back. */
export function sealReasoning(text: string): string {
  return prefix + text;
}

/** Returns the reasoning in a sent-back item. Undefined if it is another model's. */
export function openReasoning(sealed: string): string | undefined {
  return sealed.startsWith(prefix) ? sealed.slice(prefix.length) : undefined;
}
