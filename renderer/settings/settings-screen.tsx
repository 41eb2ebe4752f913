import { Monitor, Moon, Sun } from 'lucide-react';
import { imageSide, themes } from '../../electron/contract/constants.ts';
import { useSession } from '../state/session.ts';
import { BrowserSettings, DesktopSettings } from './desktop-settings.tsx';
import { parseInteger, Timeouts } from './timeouts.tsx';
import { useStore } from '../state/store.ts';
import { formatBytes } from '../shared/format.ts';
import { themeTitles } from '../shared/labels.ts';
import { ValidatedField } from '../shared/validated-field.tsx';
import { ChoiceRow, SettingsSection, type SectionName, headingIds, SettingsRow } from './settings-section.tsx';
import { settingsText } from './text.ts';
import { Kbd } from '../ui/shortcut.tsx';
import './settings-screen.css';
import type { Settings } from '../../electron/contract/settings.ts';
import { Switch } from '../ui/toggle.tsx';
import { useEffect, useState } from 'react';
import { useQuery } from '../state/query.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';

const desktopSections: readonly SectionName[] = ['appearance', 'chat', 'timeouts', 'desktop', 'shortcuts', 'dataLocations', 'about'];
const browserSections: readonly SectionName[] = desktopSections.map((name) => (name === 'desktop' ? 'browser' : name));

/** All settings, and information about the program. */
export function SettingsScreen({ shortcuts }: { readonly shortcuts: readonly ShortcutRow[] }) {
  const isDesktop = useSession().info.shell === 'desktop';
  return (
    <div className="settings-frame">
      <div className="settings">
        <SectionLinks sections={isDesktop ? desktopSections : browserSections} />
        <div className="settings-sections stack">
          <Appearance />
          <ChatSettings />
          <Timeouts />
          {isDesktop ? <DesktopSettings /> : <BrowserSettings />}
          <ShortcutsTable rows={shortcuts} />
          <DataLocations />
          <About />
        </div>
      </div>
    </div>
  );
}

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const;

function Appearance() {
  const { settings, changeSettings } = useSession();
  const { theme } = useStore(settings);
  const { theme: text } = settingsText.appearance;
  return (
    <SettingsSection name="appearance">
      <ChoiceRow
        label={text.label}
        description={text.hint}
        options={themes.map((value) => ({ value, label: themeTitles[value], icon: icons[value] }))}
        value={theme}
        onChange={(value) => void changeSettings({ theme: value })}
      />
    </SettingsSection>
  );
}

/** One command and the keys that run it. */
interface ShortcutRow {
  readonly title: string;
  readonly keys: readonly string[];
}

function ShortcutsTable({ rows }: { readonly rows: readonly ShortcutRow[] }) {
  const text = settingsText.shortcuts;
  return (
    <SettingsSection name="shortcuts">
      <div className="settings-table-row">
        <table className="settings-table small" aria-label={text.title}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{text.command}</th>
              <th scope="col">{text.keys}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, keys }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>
                  <Kbd keys={keys} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SettingsSection>
  );
}

/** Settings of the chat. */
function ChatSettings() {
  const text = settingsText.chat;
  const { settings, changeSettings, isMac } = useSession();
  const { chat } = useStore(settings);
  const command = isMac ? '⌘' : 'Ctrl';
  const change = (part: Partial<Settings['chat']>): void => void changeSettings({ chat: { ...chat, ...part } });
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
        onChange={(sendsWith) => change({ sendsWith })}
      />
      <Switch
        label={text.reasoning.label}
        description={text.reasoning.hint}
        isOn={chat.opensThinking}
        onChange={(opensThinking) => change({ opensThinking })}
      />
      <Switch
        label={text.titles.label}
        description={text.titles.hint}
        isOn={chat.makesTitles}
        onChange={(makesTitles) => change({ makesTitles })}
      />
      <ValidatedField
        label={text.imageSide.label}
        description={text.imageSide.hint}
        value={chat.imageSide}
        format={String}
        parse={(typed) => parseInteger(typed, imageSide, 'pixels')}
        onChange={(side) => change({ imageSide: side })}
      />
      <Switch
        label={text.toolsWithImages.label}
        description={text.toolsWithImages.hint}
        isOn={chat.offersToolsWithImages}
        onChange={(offersToolsWithImages) => change({ offersToolsWithImages })}
      />
    </SettingsSection>
  );
}

/** Links to the sections of the screen. Marks the one that is being read. */
function SectionLinks({ sections }: { readonly sections: readonly SectionName[] }) {
  const [current, setCurrent] = useState(sections[0]);
  useEffect(() => {
    const shown = new Set<string>();
    // The section in the upper part of the screen is the one being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const id = target.getAttribute('aria-labelledby') ?? '';
          if (isIntersecting) shown.add(id);
          else shown.delete(id);
        }
        const first = sections.find((name) => shown.has(headingIds[name]));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: '0px 0px -66%' },
    );
    for (const name of sections) {
      const section = document.getElementById(headingIds[name])?.parentElement;
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return (
    <nav className="settings-links" aria-label={settingsText.sections}>
      {sections.map((name) => (
        <a
          key={name}
          href={`#${headingIds[name]}`}
          aria-current={name === current ? 'true' : undefined}
          onClick={(event) => {
            // Keeps the window's URL unchanged. After a reload, the start page would take the name for the secret of a link.
            event.preventDefault();
            const heading = document.getElementById(headingIds[name]);
            heading?.scrollIntoView();
            heading?.focus({ preventScroll: true });
            setCurrent(name);
          }}
        >
          {settingsText[name].title}
        </a>
      ))}
    </nav>
  );
}

const platformNames: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** Version, and actions for problem reports. */
function About() {
  const { info, showLogs, saveDiagnostics } = useSession();
  const text = settingsText.about;
  const isDesktop = info.shell === 'desktop';
  const electron = info.isOfficialRuntime ? info.electron : text.developmentBuild(info.electron);
  return (
    <SettingsSection name="about">
      <DescriptionList
        items={[
          [text.version, info.version],
          isDesktop ? [text.electron, electron] : [text.runsIn, text.aBrowser],
          [text.platform, platformNames[info.platform] ?? info.platform],
        ]}
      />
      <SettingsRow label={text.report.label} description={<p className="ui-field-description">{text.report.hint}</p>}>
        <div className="settings-actions wrap">
          {isDesktop && <Button onClick={() => void showLogs()}>{text.showLogs}</Button>}
          <Button onClick={() => void saveDiagnostics()}>{text.saveSupportBundle}</Button>
        </div>
      </SettingsRow>
    </SettingsSection>
  );
}

/** Where the user's data is stored, so that it can be found, moved or deleted. */
function DataLocations() {
  const { bridge, info, attempt } = useSession();
  const { value: locations = [] } = useQuery('places', (signal) => attempt(bridge.call('app.places', undefined, { signal })));
  const { value: space } = useQuery('image-space', (signal) => attempt(bridge.call('history.imageSpace', undefined, { signal })));
  const text = settingsText.dataLocations;
  return (
    <SettingsSection name="dataLocations">
      <DescriptionList
        items={[
          [text.dataFolder, info.folders.data],
          ...locations.map(({ what, where }) => [what, where] as const),
          ...(space ? [[text.images.label, text.images.space(space.images, formatBytes(space.bytes))] as const] : []),
        ]}
      />
    </SettingsSection>
  );
}
