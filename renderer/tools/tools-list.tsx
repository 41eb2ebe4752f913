import { Globe, MessageCircleQuestion, Pencil, Plug, ShieldCheck, SquareTerminal, Trash2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { SavedTool, Toolbox, Approval } from '../../electron/contract/tool.ts';
import { useRowFocus } from '../shared/use-row-focus.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { bindingSummary, isLiteral, toolStateText } from './tool-summary.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Card, CardList } from '../ui/card.tsx';
import { Switch } from '../ui/switch.tsx';
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
  const list = useRowFocus(createButton);
  if (toolbox.tools.length === 0) return <EmptyCard title={toolsText.tools.emptyTitle}>{toolsText.tools.empty}</EmptyCard>;
  return (
    <CardList ref={list} label={toolsText.tools.title}>
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
    </CardList>
  );
}

/** Stands where a list will be. */
export function EmptyCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <div className="tools-empty">
        <p className="tools-empty-title medium">{title}</p>
        <p>{children}</p>
      </div>
    </Card>
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
    <li className="tools-row row wrap">
      <div className="tools-icon muted">{icon}</div>
      <div className="tools-details stack">
        <p className="tools-name wrap small medium">
          {nameView}
          <span className="tools-state muted tiny" data-tone={isWarning ? 'warning' : undefined}>
            {state}
          </span>
        </p>
        {children}
      </div>
      <div className="row">
        {extraActions}
        {approval === 'needed' ? (
          <Button size="sm" icon={<ShieldCheck aria-hidden />} onClick={onApprove}>
            {toolsText.approve}
          </Button>
        ) : (
          <Switch label={toolsText.use(name)} isLabelHidden isOn={isEnabled} onChange={onToggle} />
        )}
        <IconButton label={toolsText.edit(name)} size="sm" icon={<Pencil aria-hidden />} onClick={onEdit} />
        <IconButton label={toolsText.delete(name)} size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove} />
      </div>
    </li>
  );
}
