/** A message of the model. */
export interface ModelMessage {
  readonly id: string;
  readonly parent: string | null;
  readonly text: string;
  readonly position: number;
  /** The deletion that removed it. */
  removedWith: string | null;
  /** The end of the branch in use when this message was deleted. */
  formerLeaf: string | null;
}

/** A conversation of the model. */
export interface ModelConversation {
  readonly id: string;
  title: string;
  isPinned: boolean;
  isArchived: boolean;
  isTrashed: boolean;
  folder: string | null;
  leaf: string | null;
  readonly messages: Map<string, ModelMessage>;
}

/** A reference implementation of the history: in memory, with a full scan for everything. */
export class ModelHistory {
  readonly conversations: ModelConversation[] = [];
  #places = 0;

  begin(id: string, title: string): void {
    const plain = { isPinned: false, isArchived: false, isTrashed: false, folder: null, leaf: null };
    this.conversations.push({ id, title, ...plain, messages: new Map() });
  }

  add(conversation: ModelConversation, id: string, parent: string | null, text: string): void {
    this.#places += 1;
    conversation.messages.set(id, { id, parent, text, position: this.#places, removedWith: null, formerLeaf: null });
    conversation.leaf = id;
  }

  visible(conversation: ModelConversation): readonly ModelMessage[] {
    return [...conversation.messages.values()].filter(({ removedWith }) => removedWith === null);
  }

  children(conversation: ModelConversation, parent: string | null): readonly ModelMessage[] {
    return this.visible(conversation)
      .filter((message) => message.parent === parent)
      .toSorted((a, b) => a.position - b.position);
  }

  path(conversation: ModelConversation, leaf: string | null): readonly ModelMessage[] {
    const message = leaf === null ? undefined : conversation.messages.get(leaf);
    return message ? [...this.path(conversation, message.parent), message] : [];
  }

  newestEnd(conversation: ModelConversation, from: string): string {
    const newest = this.children(conversation, from).at(-1);
    return newest ? this.newestEnd(conversation, newest.id) : from;
  }

  use(conversation: ModelConversation, id: string): void {
    const isInUse = this.path(conversation, conversation.leaf).some((message) => message.id === id);
    if (!isInUse) conversation.leaf = this.newestEnd(conversation, id);
  }

  remove(conversation: ModelConversation, message: ModelMessage): void {
    const wasInUse = this.path(conversation, conversation.leaf).includes(message);
    message.formerLeaf = conversation.leaf;
    for (const each of conversation.messages.values()) {
      if (each.removedWith === null && this.path(conversation, each.id).includes(message)) each.removedWith = message.id;
    }
    if (!wasInUse) return;
    const beside = this.children(conversation, message.parent);
    const next =
      beside.findLast(({ position }) => position < message.position) ?? beside.find(({ position }) => position > message.position);
    conversation.leaf = next ? this.newestEnd(conversation, next.id) : message.parent;
  }

  /** Returns whether it could be restored. */
  bringBack(conversation: ModelConversation, message: ModelMessage): boolean {
    const parent = message.parent === null ? undefined : conversation.messages.get(message.parent);
    if (message.removedWith !== message.id || (parent && parent.removedWith !== null)) return false;
    for (const each of conversation.messages.values()) if (each.removedWith === message.id) each.removedWith = null;
    const former = this.path(conversation, message.formerLeaf);
    const isThere = former.includes(message) && former.at(-1)?.removedWith === null;
    conversation.leaf = isThere ? message.formerLeaf : this.newestEnd(conversation, message.id);
    return true;
  }
}
