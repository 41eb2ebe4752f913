/** A question that only the user may answer. */
export interface Approval {
  readonly id: string;
  readonly message: string;
  readonly detail: string;
  readonly yes: string;
}

/** What the page shows. */
export type ApprovalView =
  | { readonly kind: 'connecting' | 'nothing' | 'done' | 'gone' }
  /** `canAnswer` is true once the question was visible long enough that a click is meant for it. */
  | { readonly kind: 'question'; readonly approval: Approval; readonly more: number; readonly canAnswer: boolean };

export interface ApprovalPageOptions {
  readonly show: (view: ApprovalView) => void;
  readonly answer: (id: string, isYes: boolean) => Promise<boolean>;
  readonly schedule: (run: () => void, ms: number) => () => void;
  /** Whether the page is visible and focused. */
  readonly isVisible: () => boolean;
  /** Called when there is nothing left to answer, here or on another page of this kind. */
  readonly onDone: () => void;
}

/** Shows the questions one by one. */
export interface ApprovalPage {
  /** Receives the pending questions as JSON. */
  readonly receive: (data: string) => void;
  readonly disconnect: () => void;
  /** Called when the page becomes visible or focused. */
  readonly appear: () => void;
  readonly disappear: () => void;
  readonly reply: (isYes: boolean) => void;
}

/** Delay before a question can be answered, because a double click meant for another page must not answer it. */
const guardMs = 1000;

/** Creates the page's logic. Rendering, requests and timers are passed in. */
export function createApprovalPage({ show, answer, schedule, isVisible, onDone }: ApprovalPageOptions): ApprovalPage {
  let pending: readonly Approval[] = [];
  let isConnected = false;
  let hasConnected = false;
  let hasAsked = false;
  let canAnswer = false;
  /** Questions answered here. They are hidden until the program's next list. */
  const answered = new Set<string>();
  let shownId: string | undefined;
  let cancelGuard = (): void => undefined;

  const open = (): readonly Approval[] => pending.filter(({ id }) => !answered.has(id));
  const draw = (): void => {
    const [approval, ...rest] = open();
    if (!isConnected) show({ kind: hasConnected ? 'gone' : 'connecting' });
    else if (approval) show({ kind: 'question', approval, more: rest.length, canAnswer });
    else show({ kind: hasAsked ? 'done' : 'nothing' });
  };
  const guard = (): void => {
    cancelGuard();
    canAnswer = false;
    if (isVisible())
      cancelGuard = schedule(() => {
        canAnswer = true;
        draw();
      }, guardMs);
    draw();
  };
  /** Restarts the delay if another question is shown. */
  const update = (): void => {
    const next = isConnected ? open()[0]?.id : undefined;
    if (next === shownId) return draw();
    shownId = next;
    guard();
  };

  const send = async (id: string, isYes: boolean): Promise<void> => {
    if (await answer(id, isYes)) return;
    // The answer did not arrive, so the question is shown again.
    answered.delete(id);
    update();
  };

  return {
    receive: (data) => {
      const list = parseApprovals(data);
      if (!list) return;
      isConnected = true;
      hasConnected = true;
      pending = list;
      update();
      // A browser opens only six connections to a program, so a page without a question must not keep one.
      if (list.length === 0 && hasAsked) onDone();
      hasAsked ||= list.length > 0;
    },
    disconnect: () => {
      isConnected = false;
      hasConnected = true;
      update();
    },
    appear: guard,
    disappear: guard,
    reply: (isYes) => {
      const approval = open()[0];
      if (!approval || !isConnected || !canAnswer) return;
      answered.add(approval.id);
      update();
      void send(approval.id, isYes);
    },
  };
}

/** Parses the list. Returns undefined if it is invalid. */
export function parseApprovals(data: string): readonly Approval[] | undefined {
  try {
    const list: unknown = JSON.parse(data);
    return Array.isArray(list) && list.every(isApproval) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isApproval(value: unknown): value is Approval {
  if (typeof value !== 'object' || value === null) return false;
  const { id, message, detail, yes } = value as Partial<Record<keyof Approval, unknown>>;
  return [id, message, detail, yes].every((part) => typeof part === 'string');
}
