import type { Settings } from '../../electron/contract/settings.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Switch } from '../ui/switch.tsx';
import { ChoiceRow, SettingsSection } from './settings-section.tsx';

/** Settings of the chat. */
export function ChatSettings() {
  const { settings, changeSettings, isMac } = useSession();
  const { chat } = useStore(settings);
  const command = isMac ? '⌘' : 'Ctrl';
  const change = (part: Partial<Settings['chat']>): void => {
    void changeSettings({ chat: { ...chat, ...part } });
  };
  return (
    <SettingsSection title="Chat">
      <ChoiceRow
        label="Send with"
        description={chat.sendsWith === 'enter' ? 'Shift+Enter begins a new line.' : 'Enter begins a new line.'}
        options={[
          { value: 'enter', label: 'Enter' },
          { value: 'mod-enter', label: `${command}+Enter` },
        ]}
        value={chat.sendsWith}
        onChange={(sendsWith) => {
          change({ sendsWith });
        }}
      />
      <Switch
        label="Show thinking while it goes on"
        description="It folds when the answer begins; it can be opened at any time."
        isOn={chat.opensThinking}
        onChange={(opensThinking) => {
          change({ opensThinking });
        }}
      />
      <Switch
        label="Let the model name new conversations"
        description="Costs one short request each; otherwise your first words are the title."
        isOn={chat.makesTitles}
        onChange={(makesTitles) => {
          change({ makesTitles });
        }}
      />
    </SettingsSection>
  );
}
