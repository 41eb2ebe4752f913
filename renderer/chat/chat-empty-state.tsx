import { MessagesSquare } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import { ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { chatText } from './text.ts';

/** Shown before the first message. */
export function ChatEmptyState({
  connection,
  onSuggestion,
}: {
  readonly connection: Connection;
  readonly onSuggestion: (suggestion: string) => void;
}) {
  if (connection.state !== 'ready') return <ConnectionEmptyState connection={connection} whileStarting={chatText.empty.whileStarting} />;
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden />}
      title={chatText.empty.title}
      actions={
        connection.profile.isDemo &&
        chatText.empty.suggestions.map((suggestion) => (
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
      {connection.profile.isDemo ? chatText.empty.demo : chatText.empty.ask(connection.profile.name)}
    </EmptyState>
  );
}

/** Returns the composer's text after a suggestion was chosen. It replaces another suggestion, but never the user's own text. */
export function withSuggestion(text: string, suggestion: string): string {
  const isOwn = text.trim() !== '' && !chatText.empty.suggestions.some((each) => each === text.trim());
  return isOwn ? `${text.trimEnd()}\n${suggestion}` : suggestion;
}
