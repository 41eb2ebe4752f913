import { FlaskConical, SquarePen } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { ariaShortcut } from '../ui/shortcut.ts';
import { newConversationShortcut } from './chat.ts';
import './chat-bar.css';

/** What holds for the whole conversation, and the way to another one. */
export function ChatBar({ isDemo, isMac, onNew }: { readonly isDemo: boolean; readonly isMac: boolean; readonly onNew: () => void }) {
  return (
    <div className="chat-bar">
      {isDemo && (
        <p className="chat-bar-demo">
          <FlaskConical aria-hidden />
          Demo: answers are made by rules, no model is running
        </p>
      )}
      <p className="chat-bar-words">Not kept after closing yet in this build; the draft is.</p>
      <Button
        size="sm"
        variant="quiet"
        icon={<SquarePen aria-hidden />}
        aria-keyshortcuts={ariaShortcut(newConversationShortcut, isMac)}
        onClick={onNew}
      >
        New conversation
      </Button>
    </div>
  );
}
