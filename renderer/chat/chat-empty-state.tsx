import { MessagesSquare } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import { ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown before the first message. */
export function ChatEmptyState({
  connection,
  onSuggestion,
}: {
  readonly connection: Connection;
  readonly onSuggestion: (suggestion: string) => void;
}) {
  if (connection.state !== 'ready')
    return <ConnectionEmptyState connection={connection} whileStarting="You can write already; sending waits until it is there." />;
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden />}
      title="Start a conversation"
      actions={
        connection.profile.isDemo &&
        suggestions.map((suggestion) => (
          <Button
            key={suggestion}
            onClick={() => {
              onSuggestion(suggestion);
            }}
          >
            {suggestion}
          </Button>
        ))
      }
    >
      {connection.profile.isDemo
        ? 'The demo knows a few things, such as these. Choosing one writes it below for you to send.'
        : `Write a message to ${connection.profile.name} below. Choose the model beside it.`}
    </EmptyState>
  );
}

/** Questions that the demo answers well. */
export const suggestions = [
  'What is Causeway?',
  'How many letters r are in strawberry?',
  'Show me a table, some code and a formula',
] as const;

/** Returns the composer's text after a suggestion was chosen. It replaces another suggestion, but never the user's own text. */
export function withSuggestion(text: string, suggestion: string): string {
  const isOwn = text.trim() !== '' && !suggestions.some((each) => each === text.trim());
  return isOwn ? `${text.trimEnd()}\n${suggestion}` : suggestion;
}
