import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Toolbox } from '../../contract/tool.ts';
import type { Core } from '../../core/create-core.ts';
import { clickWords } from '../click-words.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { visibleText } from '../dialogs/visible-text.ts';
import type { UserGesture } from '../user-gesture.ts';
import { argumentLines } from './argument-lines.ts';

type Tools = Core['tools'];

/** What asking the user takes. */
export interface Asking {
  readonly tools: Pick<
    Tools,
    'read' | 'describeForApproval' | 'approve' | 'describeServerForApproval' | 'approveServer' | 'checkHost' | 'allowHost'
  >;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly gesture: () => UserGesture | undefined;
}

/** Asks whether models may run a tool's command. What the user saw is what is approved, by its hash. */
export async function approveTool({ tools, dialogs, gesture }: Asking, id: string): Promise<Result<Toolbox>> {
  const request = tools.describeForApproval(id);
  if (!request.ok) return request;
  const { name, argv, placeholders, hash } = request.value;
  const lines = argumentLines(argv);
  if (!lines.ok) return lines;
  if (!(await gesture()?.use(clickWords['shell.approveTool']({ id })))) return withoutClick();
  const freedom =
    placeholders.length === 0
      ? 'The model can not change any of it.'
      : `What stands for ${placeholders.map((placeholder) => `{{${placeholder}}}`).join(', ')} is written by the model, and may be anything.`;
  const isYes = await dialogs.confirm({
    message: `Let models run this program on your computer, as the tool ${visibleText(name)}?`,
    detail: `${lines.value}\n\n${freedom} It runs with your rights, and can read and change your files.`,
    yes: 'Approve',
  });
  return isYes ? tools.approve(id, hash) : ok(tools.read());
}

/** Asks whether a server of tools may be started. */
export async function approveToolServer({ tools, dialogs, gesture }: Asking, id: string): Promise<Result<Toolbox>> {
  const request = tools.describeServerForApproval(id);
  if (!request.ok) return request;
  const { name, argv, hash } = request.value;
  const lines = argumentLines(argv);
  if (!lines.ok) return lines;
  if (!(await gesture()?.use(clickWords['shell.approveToolServer']({ id })))) return withoutClick();
  const isYes = await dialogs.confirm({
    message: `Start this program whenever the tool server ${visibleText(name)} is on?`,
    detail: `${lines.value}\n\nIt runs with your rights, and can read and change your files.`,
    yes: 'Approve',
  });
  return isYes ? tools.approveServer(id, hash) : ok(tools.read());
}

/** Asks whether tools may reach a host on this computer or its own network; taking it back needs no question. */
export async function allowToolHost({ tools, dialogs, gesture }: Asking, host: string, isAllowed: boolean): Promise<Result<Toolbox>> {
  if (!isAllowed) return tools.allowHost(host, false);
  const entry = tools.checkHost(host);
  if (!entry.ok) return entry;
  if (!(await gesture()?.use(clickWords['shell.allowToolHost']({ host: entry.value, isAllowed })))) return withoutClick();
  const isYes = await dialogs.confirm({
    message: `Let tools reach ${visibleText(entry.value)}?`,
    detail:
      'Even if it is on this computer or its own network. Models can then send requests to what listens there, ' +
      'through the tools that you define for it.',
    yes: 'Allow',
  });
  return isYes ? tools.allowHost(entry.value, true) : ok(tools.read());
}

function withoutClick(): Result<never> {
  return failed('refused', 'This is asked only when you click.', 'Click again.');
}
