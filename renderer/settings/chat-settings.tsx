import type { Settings } from '../../electron/contract/settings.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Switch } from '../ui/switch.tsx';
import { ChoiceRow, SettingsSection } from './settings-section.tsx';
import { settingsText } from './text.ts';

const text = settingsText.chat;

/** Settings of the chat. */
export function ChatSettings() {
  const { settings, changeSettings, isMac } = useSession();
  const { chat } = useStore(settings);
  const command = isMac ? '⌘' : 'Ctrl';
  const change = (part: Partial<Settings['chat']>): void => {
    void changeSettings({ chat: { ...chat, ...part } });
  };
  return (
    <SettingsSection name="chat">
      <ChoiceRow
        label={text.sendKey.label}
        description={chat.sendsWith === 'enter' ? text.sendKey.hintEnter : text.sendKey.hintCommandEnter}
        options={[
          { value: 'enter', label: text.sendKey.enter },
          { value: 'mod-enter', label: text.sendKey.commandEnter(command) },
        ]}
        value={chat.sendsWith}
        onChange={(sendsWith) => {
          change({ sendsWith });
        }}
      />
      <Switch
        label={text.reasoning.label}
        description={text.reasoning.hint}
        isOn={chat.opensThinking}
        onChange={(opensThinking) => {
          change({ opensThinking });
        }}
      />
      <Switch
        label={text.titles.label}
        description={text.titles.hint}
        isOn={chat.makesTitles}
        onChange={(makesTitles) => {
          change({ makesTitles });
        }}
      />
    </SettingsSection>
  );
}
