import { MessagesSquare, Unplug } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { suggestions } from './suggestions.ts';

/** The chat before its first turn. */
export function ChatStart({
  connection,
  onSuggestion,
}: {
  readonly connection: Connection;
  readonly onSuggestion: (suggestion: string) => void;
}) {
  switch (connection.state) {
    case 'starting':
      return (
        <EmptyState icon={<MessagesSquare aria-hidden />} title="The demo is starting" actions={<Spinner label="Starting the demo…" />}>
          You can write already; sending waits until it is there.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={<Unplug aria-hidden />} title="No connection">
          <p>{connection.failure.message}</p>
          <p>{connection.failure.remedy}</p>
        </EmptyState>
      );
    case 'ready':
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
            : `Write a message to ${connection.profile.name}.`}
        </EmptyState>
      );
  }
}
