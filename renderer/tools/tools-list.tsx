import { Pencil, ShieldCheck, Trash2 } from 'lucide-react';
import type { KeptTool, Toolbox } from '../../electron/contract/tool.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Switch } from '../ui/switch.tsx';
import { draftOf, type ToolboxActions } from './toolbox-actions.ts';
import { bindingWords, toolStateWords } from './tool-words.ts';

/** The tools, each with what runs for it and whether it may. */
export function ToolsList({
  toolbox,
  actions,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onEdit: (tool: KeptTool) => void;
}) {
  if (toolbox.tools.length === 0)
    return <p className="tools-none">None yet. The simplest kind asks you: the model calls it, and you type the result.</p>;
  return (
    <ul className="tools-list" aria-label="Tools">
      {toolbox.tools.map((tool) => (
        <li key={tool.id}>
          <div className="tools-words">
            <p className="tools-name">
              <code>{tool.name}</code>
              <span className="tools-state" data-tone={tool.approval === 'needed' ? 'warning' : undefined}>
                {toolStateWords(tool)}
              </span>
            </p>
            <p className="tools-text">{tool.description}</p>
            <p className="tools-text">
              <code>{bindingWords(tool, toolbox.servers)}</code>
            </p>
          </div>
          {tool.approval === 'needed' ? (
            <Button size="sm" icon={<ShieldCheck aria-hidden />} onClick={() => void actions.approve(tool.id)}>
              Approve…
            </Button>
          ) : (
            <Switch
              label={`${tool.name} is on`}
              isLabelHidden
              isOn={tool.isEnabled}
              onChange={(isEnabled) => {
                void actions.put(tool.id, { ...draftOf(tool), isEnabled });
              }}
            />
          )}
          <IconButton
            label={`Edit ${tool.name}`}
            size="sm"
            icon={<Pencil aria-hidden />}
            onClick={() => {
              onEdit(tool);
            }}
          />
          <IconButton label={`Remove ${tool.name}`} size="sm" icon={<Trash2 aria-hidden />} onClick={() => void actions.remove(tool)} />
        </li>
      ))}
    </ul>
  );
}
