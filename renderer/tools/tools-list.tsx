import type { SavedTool, Toolbox } from '../../electron/contract/tool.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { ToolboxRow } from './toolbox-row.tsx';
import { bindingSummary, isLiteral, toolStateText } from './tool-summary.ts';

/** The tools, each with what runs for it and whether it may. */
export function ToolsList({
  toolbox,
  actions,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onEdit: (tool: SavedTool) => void;
}) {
  if (toolbox.tools.length === 0)
    return <p className="tools-none">None yet. The simplest kind asks you: the model calls it, and you type the result.</p>;
  return (
    <ul className="tools-list" aria-label="Tools">
      {toolbox.tools.map((tool) => {
        const { id, name, description, approval, isEnabled } = tool;
        const runs = bindingSummary(tool, toolbox.servers);
        return (
          <ToolboxRow
            key={id}
            name={name}
            nameView={<code>{name}</code>}
            state={toolStateText(tool)}
            isWarning={approval === 'needed'}
            approval={approval}
            isEnabled={isEnabled}
            onApprove={() => void actions.approve(tool)}
            onTurn={(isOn) => void actions.turn(tool, isOn)}
            onEdit={() => {
              onEdit(tool);
            }}
            onRemove={() => void actions.remove(tool)}
          >
            <p className="tools-text">{description}</p>
            <p className="tools-text">{isLiteral(tool) ? <code>{runs}</code> : runs}</p>
          </ToolboxRow>
        );
      })}
    </ul>
  );
}
