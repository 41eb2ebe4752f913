import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Switch } from '../ui/switch.tsx';

/** How one writes and reads in a conversation. */
export function ChatSettings() {
  const { settings, changeSettings, info } = useSession();
  const { chat } = useStore(settings);
  const command = info.platform === 'darwin' ? '⌘' : 'Ctrl';
  return (
    <section aria-labelledby="chat-settings-heading" className="settings-section">
      <h2 id="chat-settings-heading">Chat</h2>
      <div className="settings-row">
        <div>
          <p className="settings-row-title">Send with</p>
          <p className="settings-row-words">{chat.sendsWith === 'enter' ? 'Shift+Enter begins a new line.' : 'Enter begins a new line.'}</p>
        </div>
        <Segmented
          label="Send with"
          options={[
            { value: 'enter', label: 'Enter' },
            { value: 'mod-enter', label: `${command}+Enter` },
          ]}
          value={chat.sendsWith}
          onChange={(sendsWith) => {
            void changeSettings({ chat: { ...chat, sendsWith } });
          }}
        />
      </div>
      <Switch
        label="Show thinking while it goes on"
        description="It folds when the answer begins; it can be opened at any time."
        isOn={chat.opensThinking}
        onChange={(opensThinking) => {
          void changeSettings({ chat: { ...chat, opensThinking } });
        }}
      />
      <Switch
        label="Let the model name new conversations"
        description="Costs one short request each; otherwise your first words are the title."
        isOn={chat.makesTitles}
        onChange={(makesTitles) => {
          void changeSettings({ chat: { ...chat, makesTitles } });
        }}
      />
    </section>
  );
}
