import { Globe, MessageCircleQuestion, Pencil, Plug, ShieldCheck, SquareTerminal, Trash2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { SavedTool, Toolbox, Approval } from '../../electron/contract/tool.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { bindingSummary, isLiteral, toolStateText } from './tool-summary.ts';
import { Button } from '../ui/button.tsx';
import { EditableList, EditableRow } from '../ui/editable-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Switch } from '../ui/toggle.tsx';
import { toolsText } from './text.ts';

const icons = {
  ask: <MessageCircleQuestion aria-hidden />,
  http: <Globe aria-hidden />,
  command: <SquareTerminal aria-hidden />,
  mcp: <Plug aria-hidden />,
} as const;

/** The tools, with their bindings and states. */
export function ToolsList({
  toolbox,
  actions,
  createButton,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly createButton: RefObject<HTMLElement | null>;
  readonly onEdit: (tool: SavedTool) => void;
}) {
  return (
    <EditableList
      label={toolsText.tools.title}
      fallback={createButton}
      empty={
        <EmptyState title={toolsText.tools.emptyTitle} headingLevel={3}>
          {toolsText.tools.empty}
        </EmptyState>
      }
    >
      {toolbox.tools.map((tool) => {
        const { id, name, description, approval, isEnabled } = tool;
        const runs = bindingSummary(tool, toolbox.servers);
        return (
          <ToolboxRow
            key={id}
            icon={icons[tool.binding.kind]}
            name={name}
            nameView={<code>{name}</code>}
            state={toolStateText(tool)}
            isWarning={approval === 'needed'}
            approval={approval}
            isEnabled={isEnabled}
            onApprove={() => void actions.approve(tool)}
            onToggle={(isOn) => void actions.setEnabled(tool, isOn)}
            onEdit={() => onEdit(tool)}
            onRemove={() => void actions.remove(tool)}
          >
            <p className="tools-text">{description}</p>
            <p className="tools-text">{isLiteral(tool) ? <code>{runs}</code> : runs}</p>
          </ToolboxRow>
        );
      })}
    </EditableList>
  );
}

/** A row of a tool or a server, with its state and actions. */
export function ToolboxRow({
  icon,
  name,
  nameView = name,
  state,
  isWarning,
  approval,
  isEnabled,
  extraActions,
  onApprove,
  onToggle,
  onEdit,
  onRemove,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  /** Defaults to the name. */
  readonly nameView?: ReactNode;
  readonly state: string;
  readonly isWarning: boolean;
  readonly approval: Approval;
  readonly isEnabled: boolean;
  /** Further buttons, shown before the common ones. */
  readonly extraActions?: ReactNode;
  readonly onApprove: () => void;
  readonly onToggle: (isEnabled: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <EditableRow
      icon={icon}
      controls={
        <>
          {extraActions}
          {approval === 'needed' ? (
            <Button size="sm" icon={<ShieldCheck aria-hidden />} onClick={onApprove}>
              {toolsText.approve}
            </Button>
          ) : (
            <Switch label={toolsText.use(name)} isLabelHidden isOn={isEnabled} onChange={onToggle} />
          )}
        </>
      }
      actions={[
        { label: toolsText.edit(name), icon: <Pencil aria-hidden />, onSelect: onEdit },
        { label: toolsText.delete(name), icon: <Trash2 aria-hidden />, onSelect: onRemove },
      ]}
    >
      <p className="tools-name wrap small medium">
        {nameView}
        <span className="tools-state muted tiny" data-tone={isWarning ? 'warning' : undefined}>
          {state}
        </span>
      </p>
      {children}
    </EditableRow>
  );
}
