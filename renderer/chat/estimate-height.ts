import type { StoredMessage } from '../../electron/contract/history.ts';

/** Estimates the height of a message in pixels before it is rendered. */
export function estimateHeight(message: StoredMessage): number {
  switch (message.role) {
    case 'user':
      return frameHeight + textHeight(message.text) + message.attachments.length * disclosureHeight;
    case 'tool':
      return frameHeight + disclosureHeight;
    case 'assistant':
      return message.answer.parts.reduce(
        (sum, part) => sum + (part.kind === 'text' || part.kind === 'refusal' ? textHeight(part.text) : disclosureHeight),
        frameHeight,
      );
  }
}

/** Returns the ids of the messages that fill a view, from the end or around one of them. */
export function firstVisible(messages: readonly StoredMessage[], at: string | null, view: number): ReadonlySet<string> {
  const position = at === null ? -1 : messages.findIndex(({ id }) => id === at);
  const ids = new Set<string>();
  const take = (from: number, step: -1 | 1, limit: number) => {
    let height = 0;
    for (let index = from; height < limit; index += step) {
      const message = messages[index];
      if (message === undefined) return;
      ids.add(message.id);
      height += estimateHeight(message);
    }
  };
  if (position < 0) take(messages.length - 1, -1, view);
  else {
    take(position, -1, view / 2);
    take(position, 1, view / 2);
  }
  return ids;
}

const frameHeight = 76;
const disclosureHeight = 36;
const lineHeight = 22;
const lineLength = 105;
/** A longer text fills any view. */
const maxMeasuredLength = 4000;

function textHeight(text: string): number {
  const measured = text.slice(0, maxMeasuredLength);
  const breaks = measured.split('\n').length - 1;
  return Math.max(1, Math.ceil(measured.length / lineLength), breaks) * lineHeight;
}
