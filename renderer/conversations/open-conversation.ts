/** What a chosen conversation is opened by; `at` is the message to open it at, and a kind of null is not known here. */
export type OpenConversation = (id: string, kind: 'chat' | 'completion' | null, at: string | null) => void;
